import { endJob, listJobsOfExperiment, listJobsOfRun, listOpenJobs, setJobState, setPositions, setPriority, type Priority } from "../../database/jobs.ts";
import { getQueueSetting, setQueueSetting } from "../../database/settings.ts";
import { LabError } from "../../domain/errors.ts";
import { isEnded, nextJobState } from "../../domain/job.ts";
import type { Runner } from "../runner/create-runner.ts";
import type { CrashPolicy } from "./after-end.ts";
import { cancelDependents } from "./end-attempt.ts";
import { movedPositions, priorityThere } from "./move.ts";
import { existingJob, tell, type QueueCore } from "./queue-core.ts";

/** What a person can do to the queue. */
export type QueueCommands = {
  readonly move: (jobId: string, beforeJobId: string | null) => void;
  /** For every open job of a run or of a whole experiment. */
  readonly setPriority: (jobId: string, scope: "run" | "experiment", priority: Priority) => void;
  readonly hold: (jobId: string) => void;
  readonly release: (jobId: string) => void;
  /** Stops a running job, or takes a waiting one out; what depends on it goes too. */
  readonly cancel: (jobId: string) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** What follows from a crash, and how often a lack of memory is tried again (left as it is where not said). */
  readonly setPolicy: (afterCrash: CrashPolicy, memoryRetries?: number) => void;
};

export function queueCommands(core: QueueCore, runner: Pick<Runner, "stop">, wake: () => void): QueueCommands {
  const { db } = core;
  const setState = (jobId: string, kind: "hold" | "release", refused: string): void => {
    const job = existingJob(core, jobId);
    const state = nextJobState(job.state, { kind });
    if (state !== "held" && state !== "waiting") throw new LabError("conflict", refused);
    setJobState(db, jobId, state);
    tell(core, job);
    wake();
  };
  const setPaused = (paused: boolean): void => {
    setQueueSetting(db, { ...getQueueSetting(db), paused, pausedWhy: paused ? "by you" : null });
    core.publish({ kind: "queue" });
    wake();
  };
  return {
    move: (jobId, beforeJobId) => {
      const pending = listOpenJobs(db).filter((job) => job.state !== "running");
      if (!pending.some((job) => job.id === jobId)) throw new LabError("conflict", "This job does not wait any more, so it cannot be moved.");
      db.transaction(() => {
        const priority = priorityThere(pending, jobId, beforeJobId);
        setPositions(db, movedPositions(pending, jobId, beforeJobId));
        if (priority !== null) setPriority(db, [jobId], priority);
      });
      core.publish({ kind: "queue" });
      wake();
    },
    setPriority: (jobId, scope, priority) => {
      const job = existingJob(core, jobId);
      const jobs = scope === "run" ? listJobsOfRun(db, job.runId) : listJobsOfExperiment(db, job.experimentId);
      setPriority(db, jobs.filter(({ state }) => !isEnded(state)).map(({ id }) => id), priority);
      core.publish({ kind: "queue" });
      wake();
    },
    hold: (jobId) => setState(jobId, "hold", "Only a job that waits can be held."),
    release: (jobId) => setState(jobId, "release", "This job is not held."),
    cancel: (jobId) => {
      cancelJob(core, runner, jobId);
      wake();
    },
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    setPolicy: (afterCrash, memoryRetries) => {
      const before = getQueueSetting(db);
      setQueueSetting(db, { ...before, afterCrash, memoryRetries: memoryRetries ?? before.memoryRetries });
      core.publish({ kind: "queue" });
    },
  };
}

function cancelJob(core: QueueCore, runner: Pick<Runner, "stop">, jobId: string): void {
  const job = existingJob(core, jobId);
  if (isEnded(job.state)) throw new LabError("conflict", "This job has ended already.");
  if (job.state === "running") {
    if (!runner.stop(jobId)) core.stopWhenStarted.add(jobId);
    return;
  }
  const message = "Cancelled by you before it started.";
  core.db.transaction(() => {
    endJob(core.db, jobId, { state: "cancelled", end: { kind: "interrupted", message }, endedMs: core.now() });
    cancelDependents(core, job, message);
  });
  tell(core, job);
}
