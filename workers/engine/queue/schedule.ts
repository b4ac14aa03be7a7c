import { isEnded, type JobKind, type JobState } from "../../domain/job.ts";

/** A job as the scheduler sees it. Positions are unique; `needs` are the jobs that must be done first. */
export type QueuedJob = {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  /** A higher one goes first, whatever the positions. */
  readonly priority: number;
  readonly position: number;
  readonly needs: readonly { readonly id: string; readonly state: JobState }[];
};

/** Whether the queue hands out work, and why not. */
export type QueueMode = { readonly kind: "on" } | { readonly kind: "paused"; readonly why: string };

/** What the gate last said about the job that is next. */
export type GateWord = { readonly jobId: string; readonly why: string };

export type ScheduleInput = {
  readonly jobs: readonly QueuedJob[];
  readonly mode: QueueMode;
  /** How many jobs may run at once: one a GPU, or one on the processor. */
  readonly slots: number;
  readonly gate: GateWord | null;
};

/** The job that may start now if its gate is open (null = none), and for every job that waits a sentence why. */
export type Schedule = { readonly next: string | null; readonly waits: ReadonlyMap<string, string> };

/**
 * The order is kept: the first job that depends on nothing unfinished is next, and nothing overtakes it while its
 * gate is closed, so that a large job is not starved by small ones.
 */
export function schedule({ jobs, mode, slots, gate }: ScheduleInput): Schedule {
  const running = jobs.filter((job) => job.state === "running").length;
  const pending = jobs.filter((job) => isPending(job)).toSorted((left, right) => right.priority - left.priority || left.position - right.position);
  const ready = pending.filter((job) => job.state !== "held" && blockedBy(job) === null);
  const free = mode.kind === "on" && running < slots;
  const next = free ? (ready[0]?.id ?? null) : null;
  const waits = new Map<string, string>();
  for (const job of pending) {
    const own = ownReason(job);
    if (own !== null) waits.set(job.id, own);
    else if (mode.kind === "paused") waits.set(job.id, `the queue is paused: ${mode.why}`);
    else if (job.id === next) waits.set(job.id, gate?.jobId === job.id ? gate.why : "starts next");
    else waits.set(job.id, behind(ready.indexOf(job), running));
  }
  return { next, waits };
}

function isPending(job: QueuedJob): boolean {
  return job.state === "waiting" || job.state === "gated" || job.state === "held";
}

function ownReason(job: QueuedJob): string | null {
  if (job.state === "held") return "held by you";
  const blocker = blockedBy(job);
  if (blocker === null) return null;
  if (blocker.state === "running") return "waits for its training to finish";
  return isEnded(blocker.state) ? "its training did not finish; run that again first" : "waits for its training";
}

function blockedBy(job: QueuedJob): { readonly id: string; readonly state: JobState } | null {
  return job.needs.find((need) => need.state !== "done") ?? null;
}

function behind(before: number, running: number): string {
  if (before === 0) return running === 1 ? "waits for the job that runs" : `waits for one of ${running} running jobs`;
  return before === 1 ? "1 job is before it" : `${before} jobs are before it`;
}
