import { listAttemptsOfExperiment, listPhaseTimes, type NamedAttempt } from "../../database/attempts.ts";
import { listJobsOfExperiment } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getTraceSource, listTraceBlocks } from "../../database/traces.ts";
import type { TraceBlock } from "../../domain/trace/block.ts";
import { energyOf, type Span } from "../../domain/trace/energy.ts";

/** Watt-hours of a run's jobs (their last attempts) where power was known, the share of their time that this covers, and the parts of its phases. */
export type RunEnergy = { readonly wattHours: number | null; readonly coverage: number | null; readonly byPhase: ReadonlyMap<string, number> };

/** The energy of every run of an experiment that had a GPU, by run id. The phases of a job that took over another's work were that one's, and drew nothing here. */
export function energyOfRuns(db: LabDatabase, experimentId: string, takenOver: ReadonlyMap<string, string>): ReadonlyMap<string, RunEnergy> {
  const present = new Map(listJobsOfExperiment(db, experimentId).map(({ id, attempt }) => [id, attempt]));
  const attempts = listAttemptsOfExperiment(db, experimentId).filter((attempt) => attempt.device !== null && attempt.endedMs !== null && present.get(attempt.jobId) === attempt.attempt);
  const phases = listPhaseTimes(db, attempts.map(({ jobId }) => jobId));
  const drafts = new Map<string, Draft>();
  for (const attempt of attempts) {
    const draft = drafts.get(attempt.runId) ?? { wattHours: null, coveredMs: 0, totalMs: 0, byPhase: new Map() };
    drafts.set(attempt.runId, draft);
    addAttempt(draft, attempt, { blocks: powerOf(db, attempt), phases: takenOver.has(attempt.jobId) ? [] : (phases.get(attempt.jobId) ?? []) });
  }
  return new Map([...drafts].map(([runId, { wattHours, coveredMs, totalMs, byPhase }]) => [runId, { wattHours, coverage: wattHours === null ? null : coveredMs / totalMs, byPhase }]));
}

/** The power of the GPU that an attempt was given, while it ran. */
export function powerOf(db: LabDatabase, attempt: Pick<NamedAttempt, "device" | "startedMs" | "endedMs">): readonly TraceBlock[] {
  const source = attempt.device === null ? null : getTraceSource(db, "gpu", attempt.device);
  return source === null ? [] : listTraceBlocks(db, source.number, { ...spanOf(attempt), fields: ["powerWatts"] });
}

type Draft = { wattHours: number | null; coveredMs: number; totalMs: number; readonly byPhase: Map<string, number> };
type Found = { readonly blocks: readonly TraceBlock[]; readonly phases: readonly { readonly phase: string; readonly fromMs: number; readonly toMs: number | null }[] };

function addAttempt(draft: Draft, attempt: NamedAttempt, { blocks, phases }: Found): void {
  const span = spanOf(attempt);
  const energy = energyOf(blocks, [span]);
  draft.totalMs += span.toMs - span.fromMs;
  if (energy === null) return;
  draft.wattHours = (draft.wattHours ?? 0) + energy.wattHours;
  draft.coveredMs += energy.coverage * (span.toMs - span.fromMs);
  for (const { phase, fromMs, toMs } of phases) {
    const part = energyOf(blocks, [{ fromMs, toMs: toMs ?? span.toMs }]);
    if (part !== null) draft.byPhase.set(phase, (draft.byPhase.get(phase) ?? 0) + part.wattHours);
  }
}

function spanOf({ startedMs, endedMs }: Pick<NamedAttempt, "startedMs" | "endedMs">): Span {
  return { fromMs: startedMs, toMs: endedMs ?? startedMs };
}
