/** What an estimate needs to know of a job that runs. */
export type RunningWork = {
  readonly startedMs: number | null;
  readonly phaseStartedMs: number | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
};

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

/** The middle value, the lower one of two; null without any. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
