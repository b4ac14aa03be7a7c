import type { ExperimentState, JobEnd, JobState, RunState } from "../../workers/domain/job.ts";
import type { JobView } from "../../workers/contract/views.ts";
import { plural } from "./format-count.ts";

export const runStateWords: Readonly<Record<RunState, string>> = {
  waiting: "waiting",
  held: "held",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
  lost: "lost: its process vanished",
};

export const jobStateWords: Readonly<Record<JobState, string>> = {
  waiting: "waiting",
  held: "held",
  gated: "waiting for memory",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
  lost: "lost",
};

type Counts = { readonly state: ExperimentState; readonly planned: number; readonly finished: number; readonly failed: number };

/** `running, 3 of 10 runs`, `done, 10 runs`, `unfinished, 8 of 10 runs, 2 failed`. */
export function experimentStateWords({ state, planned, finished, failed }: Counts): string {
  const failures = failed > 0 ? `, ${failed} failed` : "";
  return state === "done" ? `done, ${plural(planned, "run")}` : `${state}, ${finished} of ${plural(planned, "run")}${failures}`;
}

/** Why a job ended, as one sentence; null where it is done or has not ended. */
export function endSentence(end: JobEnd | null): string | null {
  return end === null || end.kind === "done" ? null : end.message;
}

/** `seed 7`, or the arm where nothing is seeded. */
export function jobName(job: Pick<JobView, "arm" | "seed">): string {
  return job.seed === null ? job.arm : `${job.arm}, seed ${job.seed}`;
}
