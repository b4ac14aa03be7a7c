import type { ExperimentView, LossView, MatrixView } from "../../workers/contract/views.ts";
import type { Analysis } from "../../workers/domain/analysis/analysis.ts";
import { whole } from "./text/numbers.ts";

/** Everything figures are made from: one experiment as the engine hands it out. */
export type FigureSource = {
  readonly experiment: ExperimentView;
  readonly matrix: MatrixView;
  readonly analysis: Analysis;
  readonly losses: LossView;
  /** Runs that were set aside and are left out of all this; 0 where they are in it. */
  readonly leftOut?: number;
};

/** What a figure rests on, written inside every figure. */
export type Provenance = {
  readonly experiment: string;
  readonly task: string;
  readonly taskHash: string;
  readonly paths: readonly string[];
  readonly items: number;
  /** Scored runs by arm, the base left out. */
  readonly seeds: readonly { readonly arm: string; readonly count: number }[];
  /** How intervals were made; null on a figure without one. */
  readonly intervals: string | null;
  /** What was decided when the results were read: how errors count where there are any, and who was left out. */
  readonly reading: readonly string[];
};

/** What of an experiment a figure shows: every path of its matrix, or the one path that the analysis covers. */
export type Scope = { readonly intervals: boolean; readonly paths: "all" | "analysed" };

/** The provenance of a figure of this experiment. */
export function provenanceOf(source: FigureSource, scope: Scope): Provenance {
  const { experiment, matrix, analysis } = source;
  const { level, resamples, seed } = analysis.settings;
  const method =
    `${Math.round(level * 100)} % intervals: bootstrap of whole seeds and items, ` +
    `${whole(resamples)} resamples, generator seed ${seed}`;
  return {
    experiment: experiment.name,
    task: experiment.task.name,
    taskHash: matrix.taskHash,
    paths: scope.paths === "all" || analysis.path === null ? [...new Set(matrix.columns.map((column) => column.path))] : [analysis.path],
    items: matrix.items.length,
    seeds: analysis.arms.map((arm) => ({ arm: arm.name, count: arm.all.runs.length })),
    intervals: scope.intervals ? method : null,
    reading: readingOf(source),
  };
}

function readingOf({ analysis, matrix, leftOut = 0 }: FigureSource): string[] {
  const unanswered = matrix.columns.some((column) => /[e.]/u.test(column.outcomes) && /[pfe]/u.test(column.outcomes));
  return [
    ...(unanswered ? [analysis.settings.counting === "exclude" ? "errors and missing answers are left out" : "errors and missing answers count as wrong"] : []),
    ...(leftOut === 0 ? [] : [`${leftOut} set-aside ${leftOut === 1 ? "run is" : "runs are"} left out`]),
  ];
}

/** The provenance as lines of plain text. */
export function provenanceLines(provenance: Provenance): string[] {
  const { items, paths, intervals, reading } = provenance;
  const facts = [
    `task ${provenance.task} ${shortHash(provenance.taskHash)}`,
    `path ${paths.join(", ")}`,
    `n = ${whole(items)} items`,
    seedsText(provenance),
    ...reading,
  ];
  return [facts.join(" · "), ...(intervals === null ? [] : [intervals])];
}

/** What a caption says a figure rests on, where the figure's own lines may be cut off: items, seeds, path, task and how intervals were made. */
export function restsOn(provenance: Provenance): string {
  const text = provenanceLines(provenance).join(". ").replaceAll(" · ", ", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** "K = 10 seeds", or the counts of each arm where they differ. */
export function seedsText({ seeds }: Provenance): string {
  const counts = new Set(seeds.map((arm) => arm.count));
  const [first] = seeds;
  if (first === undefined) return "no seeds";
  if (counts.size === 1) return `K = ${first.count} ${first.count === 1 ? "seed" : "seeds"}${seeds.length > 1 ? " per arm" : ""}`;
  if (seeds.length > 6) return `K = ${Math.min(...counts)} to ${Math.max(...counts)} seeds in ${seeds.length} arms`;
  return `K = ${seeds.map((arm) => `${arm.count} (${arm.arm})`).join(", ")}`;
}

/** The first twelve digits of a hash: enough to find it again. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12);
}
