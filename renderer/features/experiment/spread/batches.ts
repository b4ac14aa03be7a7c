import type { RunView } from "../../../../workers/contract/views.ts";
import type { RunFigures } from "../../../../workers/domain/analysis/analysis.ts";
import type { Estimate } from "../../../../workers/domain/statistics/estimate.ts";
import { meanScore, spreadOf } from "../../../../workers/domain/statistics/spread.ts";

/** The scores of the runs of one batch, in points. */
export type BatchFigures = { readonly batch: string; readonly seeds: readonly (number | null)[]; readonly mean: Estimate; readonly spread: Estimate };

/** An arm's runs by batch, in the order in which batches first appear; empty where all are of one. */
export function batchFigures(runs: readonly RunFigures[], views: ReadonlyMap<string, Pick<RunView, "batch">>): readonly BatchFigures[] {
  const batches = new Map<string, RunFigures[]>();
  for (const run of runs) {
    const batch = views.get(run.runId)?.batch ?? "unknown";
    batches.set(batch, [...(batches.get(batch) ?? []), run]);
  }
  if (batches.size < 2) return [];
  return [...batches].map(([batch, members]) => {
    const scores = members.flatMap((run) => (run.scorePoints.kind === "value" ? [run.scorePoints.value] : []));
    return { batch, seeds: members.map((run) => run.seed), mean: meanScore(scores), spread: spreadOf(scores) };
  });
}
