import { assertNever } from "./assert-never.ts";

/** What a job does: one process each. `train` makes an artifact, `score` asks every test item, `compile` writes a prompt skill. */
export type JobKind = "train" | "score" | "compile" | "convert";

/** Where a job stands. Only `running` has a process; `lost` = its process vanished without a last word. */
export type JobState = "waiting" | "held" | "gated" | "running" | "done" | "failed" | "cancelled" | "lost";

/** Why a job ended the way it did; `null` while it has not ended. */
export type JobEnd =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string; readonly traceback: string | null }
  | { readonly kind: "out-of-memory"; readonly message: string }
  | { readonly kind: "interrupted"; readonly message: string }
  | { readonly kind: "lost"; readonly message: string };

/** What can happen to a job. */
export type JobEvent =
  | { readonly kind: "gate" }
  | { readonly kind: "start" }
  | { readonly kind: "hold" }
  | { readonly kind: "release" }
  | { readonly kind: "cancel" }
  | { readonly kind: "end"; readonly end: JobEnd }
  | { readonly kind: "retry" };

/** True where no further work will happen without a person's or the retry policy's decision. */
export function isEnded(state: JobState): boolean {
  return state === "done" || state === "failed" || state === "cancelled" || state === "lost";
}

/** The state after an event, or null where the event makes no sense in that state. */
export function nextJobState(state: JobState, event: JobEvent): JobState | null {
  switch (event.kind) {
    case "gate":
      return state === "waiting" ? "gated" : null;
    case "start":
      return state === "waiting" || state === "gated" ? "running" : null;
    case "hold":
      return state === "waiting" || state === "gated" ? "held" : null;
    case "release":
      return state === "held" ? "waiting" : null;
    case "cancel":
      return isEnded(state) ? null : "cancelled";
    case "end":
      return state === "running" ? endedState(event.end) : null;
    case "retry":
      return state === "failed" || state === "cancelled" || state === "lost" ? "waiting" : null;
    default:
      return assertNever(event);
  }
}

function endedState(end: JobEnd): JobState {
  switch (end.kind) {
    case "done":
      return "done";
    case "failed":
    case "out-of-memory":
      return "failed";
    case "interrupted":
      return "cancelled";
    case "lost":
      return "lost";
    default:
      return assertNever(end);
  }
}

/** Where a run stands, derived from its jobs. */
export type RunState = "waiting" | "held" | "running" | "done" | "failed" | "cancelled" | "lost";

/** Whether a run has said what it will: one that is still answering would be judged by its first items. One that broke keeps what it answered. */
export function isOver(state: RunState): boolean {
  return state !== "running" && state !== "waiting" && state !== "held";
}

/** A run is what its jobs are: failed as soon as one failed, running while one runs, done when all are. */
export function runStateOf(jobs: readonly JobState[]): RunState {
  for (const bad of ["failed", "lost", "cancelled"] as const) if (jobs.includes(bad)) return bad;
  if (jobs.length > 0 && jobs.every((state) => state === "done")) return "done";
  if (jobs.includes("running") || jobs.includes("done")) return "running";
  return jobs.includes("held") ? "held" : "waiting";
}

/** Where an experiment stands, derived from its runs. `unfinished` = nothing runs or waits any more, but not every run is done. */
export type ExperimentState = "running" | "waiting" | "held" | "done" | "unfinished";

/** An experiment is done when every planned run is, and unfinished when what is missing will not come by itself. */
export function experimentStateOf(runs: readonly RunState[]): ExperimentState {
  if (runs.includes("running")) return "running";
  if (runs.includes("waiting")) return runs.some((state) => state !== "waiting" && state !== "held") ? "running" : "waiting";
  if (runs.includes("held")) return "held";
  return runs.length > 0 && runs.every((state) => state === "done") ? "done" : "unfinished";
}
