import type { ArmAnalysis } from "../../../domain/analysis/analysis.ts";
import { plainNumber } from "../../../domain/analysis/words.ts";
import type { ReportFacts } from "./facts.ts";

/** What the result does not say, from the data themselves. */
export function limits(facts: ReportFacts): string[] {
  const { analysis, experiment } = facts.source;
  const item = analysis.itemPoints.kind === "value" ? ` One item is worth ${plainNumber(analysis.itemPoints.value, 2)} points.` : "";
  return [
    `${analysis.items} test items of one task: another task may come out differently.${item}`,
    ...analysis.arms.flatMap(armLimits),
    ...otherPaths(facts),
    ...unfinished(facts),
    ...experiment.changes.map((change) => `${new Date(change.atMs).toISOString().slice(0, 10)}, ${change.kind}: ${change.text}`),
    ...experiment.runs.flatMap((run) => (run.setAside === null ? [] : [`${run.arm}${run.seed === null ? "" : `, seed ${run.seed}`} was set aside: ${run.setAside}`])),
  ];
}

function armLimits({ name, all, planned, finished }: ArmAnalysis): string[] {
  const { design, effect, excludedCells } = all;
  const seen =
    design.itemsLikeThesePoints.kind === "value"
      ? `${name}: the smallest effect this design finds in 80 % of repeats is ${plainNumber(design.itemsLikeThesePoints.value)} points for items like these.`
      : `${name}: what this design could have seen is undefined (${design.itemsLikeThesePoints.why}).`;
  const bounds = effect.itemsLikeThese.adjusted;
  const zero = bounds.kind === "interval" && bounds.low <= 0 && bounds.high >= 0 ? [`${name}: the interval for items like these includes zero.`] : [];
  const missing = finished < planned ? [`${name}: ${finished} of ${planned} planned runs have a score.`] : [];
  const cells = excludedCells > 0 ? [`${name}: ${excludedCells} errors or missing answers.`] : [];
  return [seen, ...zero, ...missing, ...cells];
}

function otherPaths({ source }: ReportFacts): string[] {
  const compared = new Set(source.analysis.arms.map((arm) => arm.name));
  const left = [...new Set(source.matrix.columns.filter((column) => column.substrate !== "none" && !compared.has(column.arm)).map((column) => `${column.arm} (${column.path})`))];
  return left.length === 0 ? [] : [`Not compared, because they ran on another path: ${left.join(", ")}.`];
}

function unfinished({ source }: ReportFacts): string[] {
  return source.experiment.runs
    .filter((run) => run.state === "failed" || run.state === "lost" || run.state === "cancelled")
    .map((run) => `${run.arm}${run.seed === null ? "" : `, seed ${run.seed}`}: ${run.state}${run.failure === null ? "" : ` (${run.failure})`}.`);
}
