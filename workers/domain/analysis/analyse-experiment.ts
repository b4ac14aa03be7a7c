import { notDefined, value } from "../statistics/estimate.ts";
import { holmAdjusted } from "../statistics/holm.ts";
import { analyseArm, armsOf, runsOfArm, withUsableBase } from "./analyse-arm.ts";
import type { Analysis, AnalysisMatrix, AnalysisOptions, Comparison } from "./analysis.ts";
import type { ColumnSet } from "./compare.ts";
import { compare } from "./compare.ts";
import { scoreFigures } from "./score-figures.ts";
import { settingsOf } from "./settings.ts";

/** The whole analysis of an experiment on one path: every arm against the base, and every pair of arms. */
export function analyseExperiment(matrix: AnalysisMatrix, options: AnalysisOptions = {}): Analysis {
  const settings = settingsOf(options);
  const { base } = withUsableBase(matrix);
  const anySetAside = matrix.runs.some((run) => run.setAside);
  const arms = armsOf(matrix).length;
  const omitted = arms > mostComparedArms ? `${arms} arms make ${(arms * (arms - 1)) / 2} pairs: choose two to compare` : null;
  return {
    settings,
    path: matrix.path ?? null,
    elsewhere: matrix.elsewhere ?? [],
    items: matrix.items,
    itemPoints: matrix.items > 0 ? value(100 / matrix.items) : notDefined("there are no items"),
    base: base === null ? null : scoreFigures(base, matrix.items, settings),
    arms: armsOf(matrix).map((arm) => analyseArm(matrix, arm.name, options)),
    comparisons: omitted === null ? comparisonsOf(matrix, options) : [],
    comparisonsOmitted: omitted,
    comparisonsWithoutSetAside: anySetAside && omitted === null ? comparisonsOf({ ...matrix, runs: matrix.runs.filter((run) => !run.setAside) }, options) : null,
  };
}

// 28 pairs take about a second; a page that shows a hundred arms asks for the pairs it needs.
const mostComparedArms = 8;

function comparisonsOf(matrix: AnalysisMatrix, options: AnalysisOptions): Comparison[] {
  const sets = armsOf(matrix).map((arm): ColumnSet => ({ name: arm.name, columns: runsOfArm(matrix, arm.name) }));
  return withHolm(sets.flatMap((a, at) => sets.slice(at + 1).map((b) => compare(a, b, { ...options, items: matrix.items }))));
}

function withHolm(comparisons: readonly Comparison[]): Comparison[] {
  const adjusted = holmAdjusted(comparisons.flatMap(({ mcnemar }) => (mcnemar.p.kind === "value" ? [mcnemar.p.value] : [])));
  let rank = 0;
  return comparisons.map((one) => {
    if (one.mcnemar.p.kind === "undefined") return one;
    const holm = adjusted[rank++] ?? 1;
    return { ...one, mcnemar: { ...one.mcnemar, holmP: value(holm) } };
  });
}
