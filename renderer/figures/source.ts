import type { ExperimentView, LossView, MatrixView } from "../../workers/contract/views.ts";
import type { Analysis } from "../../workers/domain/analysis/analysis.ts";
import { whole } from "./text/numbers.ts";

/** Everything figures are made from: one experiment as the engine hands it out. */
export type FigureSource = {
  readonly experiment: ExperimentView;
  readonly matrix: MatrixView;
  readonly analysis: Analysis;
  readonly losses: LossView;
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
};

/** The provenance of a figure of this experiment. */
export function provenanceOf(source: FigureSource, withIntervals: boolean): Provenance {
  const { experiment, matrix, analysis } = source;
  const { level, resamples, seed } = analysis.settings;
  const method =
    `${Math.round(level * 100)} % intervals: bootstrap of whole seeds and items, ` +
    `${whole(resamples)} resamples, generator seed ${seed}`;
  return {
    experiment: experiment.name,
    task: experiment.task.name,
    taskHash: matrix.taskHash,
    paths: [...new Set(matrix.columns.map((column) => column.path))],
    items: matrix.items.length,
    seeds: analysis.arms.map((arm) => ({ arm: arm.name, count: arm.all.runs.length })),
    intervals: withIntervals ? method : null,
  };
}

/** The provenance as lines of plain text. */
export function provenanceLines(provenance: Provenance): string[] {
  const { items, paths, intervals } = provenance;
  const facts = [
    `task ${provenance.task} ${shortHash(provenance.taskHash)}`,
    `path ${paths.join(", ")}`,
    `n = ${whole(items)} items`,
    seedsText(provenance),
  ];
  return [facts.join(" · "), ...(intervals === null ? [] : [intervals])];
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
