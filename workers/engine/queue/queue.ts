import { getExperiment } from "../../database/experiments.ts";
import { endJob, getJob, listJobsOfRun, listOpenJobs, retryJob, setJobProcess, setJobState, setPositions, startJob, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getQueueSetting, setQueueSetting } from "../../database/settings.ts";
import type { ChangeEvent } from "../../contract/views.ts";
import { LabError } from "../../domain/errors.ts";
import { isEnded, nextJobState, type JobEnd } from "../../domain/job.ts";
import type { JobCommand, Runner, RunnerEars } from "../runner/create-runner.ts";
import { afterEnd, type CrashPolicy } from "./after-end.ts";
import type { Gate, OpenGate } from "./gate.ts";
import { movedPositions } from "./move.ts";
import { queuedJobs } from "./queued-jobs.ts";
import { schedule, type GateWord, type Schedule } from "./schedule.ts";

export type QueueDeps = {
  readonly db: LabDatabase;
  readonly runner: (ears: RunnerEars) => Runner;
  readonly gate: Gate;
  /** Writes a job's specification and says how to start it; throws a LabError where that cannot be done. */
  readonly prepare: (job: Job, place: OpenGate) => JobCommand;
  readonly publish: (event: ChangeEvent) => void;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
};

/** Decides which job runs when, and what follows from its end. */
export type Queue = {
  /** Takes up what an earlier engine left running, then hands out work. */
  readonly open: () => void;
  /** Something may have become startable. */
  readonly wake: () => void;
  readonly schedule: () => Schedule;
  readonly move: (jobId: string, beforeJobId: string | null) => void;
  readonly hold: (jobId: string) => void;
  readonly release: (jobId: string) => void;
  /** Stops a running job, or takes a waiting one out; what depends on it goes too. */
  readonly cancel: (jobId: string) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly setPolicy: (afterCrash: CrashPolicy) => void;
  /** Stops handing out work and looking; running jobs go on. */
  readonly close: () => void;
};

const gateLookMs = 1_000;

export function createQueue(deps: QueueDeps): Queue {
  const { db, gate, now, publish } = deps;
  const devices = new Map<string, string | null>();
  const stopWhenStarted = new Set<string>();
  let gateWord: GateWord | null = null;
  let callOffWake: (() => void) | null = null;
  let closed = false;

  const runner = deps.runner({
    // The holder is stored first, and the job in its place as soon as there is one.
    remember: (jobId, identity, first) => {
      if (first) startJob(db, jobId, { ...identity, startedMs: now() });
      else setJobProcess(db, jobId, identity);
    },
    onEnd: (jobId, end) => ended(jobId, end),
  });

  const current = (): Schedule => {
    const setting = getQueueSetting(db);
    return schedule({
      jobs: queuedJobs(listOpenJobs(db), (jobId) => existing(jobId).state),
      mode: setting.paused ? { kind: "paused", why: setting.pausedWhy ?? "by you" } : { kind: "on" },
      slots: gate.slots(),
      gate: gateWord,
    });
  };

  const wake = (): void => wakeIn(0);
  const wakeIn = (ms: number): void => {
    if (closed || db.readOnly) return;
    callOffWake?.();
    callOffWake = deps.later(ms, handOut);
  };

  const handOut = (): void => {
    callOffWake = null;
    if (closed) return;
    for (let next = current().next; next !== null; next = current().next) {
      const job = existing(next);
      const answer = gate.check(getExperiment(db, job.experimentId)?.plan.gate ?? null, busyDevices());
      if (answer.kind === "closed") {
        waitAtGate(job, answer.why);
        return;
      }
      begin(job, answer);
    }
  };

  const waitAtGate = (job: Job, why: string): void => {
    const changed = gateWord?.jobId !== job.id || gateWord.why !== why;
    gateWord = { jobId: job.id, why };
    if (job.state === "waiting") setJobState(db, job.id, "gated");
    if (changed) tell(job);
    wakeIn(gateLookMs);
  };

  const begin = (job: Job, place: OpenGate): void => {
    gateWord = null;
    devices.set(job.id, place.device);
    try {
      const started = runner.start(job, deps.prepare(job, place));
      started.then(
        () => {
          if (stopWhenStarted.delete(job.id)) runner.stop(job.id);
        },
        (error: unknown) => ended(job.id, notStarted(error)),
      );
    } catch (error) {
      startJob(db, job.id, { pid: process.pid, bootId: null, processStart: null, startedMs: now() });
      ended(job.id, notStarted(error));
    }
    tell(job);
  };

  const ended = (jobId: string, end: JobEnd): void => {
    const job = existing(jobId);
    const state = nextJobState(job.state, { kind: "end", end });
    const setting = getQueueSetting(db);
    const consequence = afterEnd({ end, attempt: job.attempt, policy: setting.afterCrash, gated: devices.get(jobId) !== null && devices.has(jobId) });
    db.transaction(() => {
      if (state === "done" || state === "failed" || state === "cancelled" || state === "lost") endJob(db, jobId, { state, end, endedMs: now() });
      if (consequence.kind === "retry") retryJob(db, jobId);
      else if (end.kind !== "done") cancelDependents(job, `Not started: its ${job.kind} job did not finish.`);
      if (consequence.kind === "pause") setQueueSetting(db, { ...setting, paused: true, pausedWhy: consequence.why });
    });
    devices.delete(jobId);
    stopWhenStarted.delete(jobId);
    tell(job);
    wake();
  };

  const cancelDependents = (job: Job, message: string): void => {
    for (const other of listJobsOfRun(db, job.runId)) {
      if (other.dependsOn !== job.id || isEnded(other.state)) continue;
      endJob(db, other.id, { state: "cancelled", end: { kind: "interrupted", message }, endedMs: now() });
      cancelDependents(other, message);
    }
  };

  const busyDevices = (): ReadonlySet<string> => new Set([...devices.values()].filter((device) => device !== null));

  const tell = (job: Job): void => {
    publish({ kind: "run", experimentId: job.experimentId, runId: job.runId });
    publish({ kind: "experiment", id: job.experimentId });
    publish({ kind: "queue" });
    publish({ kind: "lab" });
  };

  const existing = (jobId: string): Job => {
    const job = getJob(db, jobId);
    if (job === null) throw new LabError("not-found", `There is no job ${jobId}.`);
    return job;
  };

  const change = (jobId: string, kind: "hold" | "release", refused: string): void => {
    const job = existing(jobId);
    const state = nextJobState(job.state, { kind });
    if (state !== "held" && state !== "waiting") throw new LabError("conflict", refused);
    setJobState(db, jobId, state);
    tell(job);
    wake();
  };

  const setPaused = (paused: boolean): void => {
    setQueueSetting(db, { ...getQueueSetting(db), paused, pausedWhy: paused ? "by you" : null });
    publish({ kind: "queue" });
    wake();
  };

  return {
    open: () => {
      for (const job of listOpenJobs(db)) {
        if (job.state !== "running") continue;
        const adoption = runner.adopt(job);
        if (adoption.kind === "adopted") devices.set(job.id, adoption.device);
        else requeue(db, job, now());
      }
      wake();
    },
    wake,
    schedule: current,
    move: (jobId, beforeJobId) => {
      const pending = listOpenJobs(db).filter((job) => job.state !== "running");
      if (!pending.some((job) => job.id === jobId)) throw new LabError("conflict", "This job does not wait any more, so it cannot be moved.");
      setPositions(db, movedPositions(pending, jobId, beforeJobId));
      publish({ kind: "queue" });
      wake();
    },
    hold: (jobId) => change(jobId, "hold", "Only a job that waits can be held."),
    release: (jobId) => change(jobId, "release", "This job is not held."),
    cancel: (jobId) => {
      const job = existing(jobId);
      if (isEnded(job.state)) throw new LabError("conflict", "This job has ended already.");
      if (job.state === "running") {
        if (!runner.stop(jobId)) stopWhenStarted.add(jobId);
        return;
      }
      db.transaction(() => {
        endJob(db, jobId, { state: "cancelled", end: { kind: "interrupted", message: "Cancelled by you before it started." }, endedMs: now() });
        cancelDependents(job, "Cancelled by you before it started.");
      });
      tell(job);
      wake();
    },
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    setPolicy: (afterCrash) => {
      setQueueSetting(db, { ...getQueueSetting(db), afterCrash });
      publish({ kind: "queue" });
    },
    close: () => {
      closed = true;
      callOffWake?.();
      runner.close();
    },
  };
}

/** The engine died between storing the job and starting it: nothing ran, so it simply waits again. */
function requeue(db: LabDatabase, job: Job, endedMs: number): void {
  db.transaction(() => {
    endJob(db, job.id, { state: "lost", end: { kind: "lost", message: "The engine ended before the job had started." }, endedMs });
    retryJob(db, job.id);
    setPositions(db, [{ id: job.id, position: job.position }]);
  });
}

function notStarted(error: unknown): JobEnd {
  if (error instanceof LabError) return { kind: "failed", message: error.message, traceback: null };
  console.error(error);
  return { kind: "failed", message: `It could not be started: ${error instanceof Error ? error.message : String(error)}`, traceback: null };
}
