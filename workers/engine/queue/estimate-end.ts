import type { JobKind } from "../../domain/job.ts";

/** What an estimate needs to know of a job that runs. */
export type RunningWork = {
  readonly startedMs: number | null;
  readonly phaseStartedMs: number | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
};

/** A job that is done, as experience for those like it. */
export type PastJob = { readonly experimentId: string; readonly arm: string; readonly kind: JobKind; readonly durationMs: number };

/** Which kind of job is asked about. */
export type JobLike = Pick<PastJob, "experimentId" | "arm" | "kind">;

/** Milliseconds a job like this usually takes: the median of the same arm, else of the same experiment; null without experience. */
export function usualDurationMs(past: readonly PastJob[], like: JobLike): number | null {
  const related = past.filter((job) => job.experimentId === like.experimentId && job.kind === like.kind);
  const sameArm = related.filter((job) => job.arm === like.arm);
  return median((sameArm.length > 0 ? sameArm : related).map((job) => job.durationMs));
}

/** When a running job will be done: by its own pace where it has one, else by what its like usually take. */
export function endOfRunning(work: RunningWork, usualMs: number | null, nowMs: number): number | null {
  const { progress, phaseStartedMs, startedMs } = work;
  if (progress !== null && phaseStartedMs !== null && progress.done > 0 && progress.total > 0) {
    const elapsed = nowMs - phaseStartedMs;
    return nowMs + Math.max(0, (elapsed * (progress.total - progress.done)) / progress.done);
  }
  return usualMs === null || startedMs === null ? null : Math.max(nowMs, startedMs + usualMs);
}

/** When the whole queue will be done, or null where the time of any job cannot be known. */
export function endOfQueue(runningEnds: readonly (number | null)[], waitingMs: readonly (number | null)[], { slots, nowMs }: { readonly slots: number; readonly nowMs: number }): number | null {
  if (runningEnds.length + waitingMs.length === 0) return null;
  let sum = 0;
  for (const end of runningEnds) {
    if (end === null) return null;
    sum += Math.max(0, end - nowMs);
  }
  for (const duration of waitingMs) {
    if (duration === null) return null;
    sum += duration;
  }
  return nowMs + sum / Math.max(1, slots);
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
