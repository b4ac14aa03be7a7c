import { endJob, listJobsOfRun, retryJob, setPositions, type Job } from "../../database/jobs.ts";
import { getQueueSetting, setQueueSetting } from "../../database/settings.ts";
import { isEnded, nextJobState, type JobEnd } from "../../domain/job.ts";
import { afterEnd } from "./after-end.ts";
import { existingJob, tell, type QueueCore } from "./queue-core.ts";

/** Stores how an attempt ended and what follows from it, all of it or nothing. */
export function endAttempt(core: QueueCore, jobId: string, ending: JobEnd): void {
  const { db, now, places, gate } = core;
  const job = existingJob(core, jobId);
  // A job whose start failed before it was even stored as running must not stay startable: it would be started for ever.
  const state = nextJobState(job.state, { kind: "end", end: ending }) ?? (isEnded(job.state) ? null : "failed");
  const setting = getQueueSetting(db);
  const device = places.get(jobId)?.device ?? null;
  const consequence = afterEnd({ end: ending, attempt: job.attempt, policy: setting.afterCrash, gated: device !== null, memoryRetries: setting.memoryRetries });
  const end = ending.kind === "out-of-memory" && consequence.kind !== "retry" ? { ...ending, message: `${ending.message}${core.attempts.death(job)}` } : ending;
  db.transaction(() => {
    core.attempts.ended(job, end);
    if (state === "done" || state === "failed" || state === "cancelled" || state === "lost") endJob(db, jobId, { state, end, endedMs: now() });
    if (consequence.kind === "retry") retryJob(db, jobId);
    else if (end.kind !== "done") cancelDependents(core, job, `Not started: its ${job.kind} job did not finish.`);
    if (consequence.kind === "pause") setQueueSetting(db, { ...setting, paused: true, pausedWhy: consequence.why });
  });
  places.delete(jobId);
  if (device !== null) gate.release(device);
  core.stopWhenStarted.delete(jobId);
  tell(core, job);
}

/** Takes out what can no longer start because a job it needs is not going to be done. */
export function cancelDependents(core: QueueCore, job: Pick<Job, "id" | "runId">, message: string): void {
  for (const other of listJobsOfRun(core.db, job.runId)) {
    if (other.dependsOn !== job.id || isEnded(other.state)) continue;
    endJob(core.db, other.id, { state: "cancelled", end: { kind: "interrupted", message }, endedMs: core.now() });
    cancelDependents(core, other, message);
  }
}

/** The engine died between storing a job and starting it: nothing ran, so it simply waits again where it stood. */
export function requeue({ db, now, attempts }: QueueCore, job: Job): void {
  const end: JobEnd = { kind: "lost", message: "The engine ended before the job had started." };
  db.transaction(() => {
    attempts.ended(job, end);
    endJob(db, job.id, { state: "lost", end, endedMs: now() });
    retryJob(db, job.id);
    setPositions(db, [{ id: job.id, position: job.position }]);
  });
}
