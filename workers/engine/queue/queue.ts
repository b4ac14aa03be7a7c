import type { ChangeEvent } from "../../contract/views.ts";
import { listOpenJobs, setJobProcess, setJobState, startJob, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getQueueSetting } from "../../database/settings.ts";
import { LabError } from "../../domain/errors.ts";
import type { JobEnd } from "../../domain/job.ts";
import type { AttemptLog } from "../machine/attempt-log.ts";
import type { JobCommand, Runner, RunnerEars } from "../runner/create-runner.ts";
import { needOf } from "../machine/need.ts";
import { identify, type ProcessIdentity } from "../runner/process-identity.ts";
import { endAttempt, requeue } from "./end-attempt.ts";
import type { Gate, OpenGate } from "./gate.ts";
import { queueCommands, type QueueCommands } from "./queue-commands.ts";
import { existingJob, tell, type QueueCore } from "./queue-core.ts";
import { queuedJobs } from "./queued-jobs.ts";
import { schedule, type GateWord, type Schedule } from "./schedule.ts";

export type QueueDeps = {
  readonly db: LabDatabase;
  readonly runner: (ears: RunnerEars) => Runner;
  readonly gate: Gate;
  readonly attempts: AttemptLog;
  /** Writes a job's specification and says how to start it; throws a LabError where that cannot be done. */
  readonly prepare: (job: Job, place: OpenGate) => JobCommand;
  readonly publish: (event: ChangeEvent) => void;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
};

/** Decides which job runs when, and what follows from its end. */
export type Queue = QueueCommands & {
  /** Takes up what an earlier engine left running, then hands out work. */
  readonly open: () => void;
  /** Something may have become startable. */
  readonly wake: () => void;
  readonly schedule: () => Schedule;
  /** Stops handing out work and looking; running jobs go on. */
  readonly close: () => void;
};

const gateLookMs = 1_000;
const troubleMs = 5_000;
/** Who stands for a card until its job has a process. */
const ownIdentity: ProcessIdentity = identify(process.pid) ?? { pid: process.pid, processStart: null, bootId: null };

export function createQueue(deps: QueueDeps): Queue {
  const { db, now, gate } = deps;
  const core: QueueCore = { db, now, publish: deps.publish, attempts: deps.attempts, gate, places: new Map(), stopWhenStarted: new Set() };
  let gateWord: GateWord | null = null;
  let callOffWake: () => void = () => undefined;
  let closed = false;

  const runner = deps.runner({
    // The holder is stored first, and the job in its place as soon as there is one.
    remember: (jobId, identity, first) => {
      if (first) started(jobId, identity);
      else setJobProcess(db, jobId, identity);
      const device = core.places.get(jobId)?.device ?? null;
      if (device !== null) gate.take(device, identity);
    },
    onEnd: (jobId, end) => {
      endAttempt(core, jobId, end);
      wakeIn(0);
    },
  });

  const started = (jobId: string, identity: ProcessIdentity): void => {
    db.transaction(() => {
      startJob(db, jobId, { ...identity, startedMs: now() });
      core.attempts.began(existingJob(core, jobId), core.places.get(jobId) ?? { device: null, needMib: null });
    });
  };

  const wakeIn = (ms: number): void => {
    if (closed || db.readOnly) return;
    callOffWake();
    callOffWake = deps.later(ms, () => {
      if (!closed) unlessTrouble(handOut, () => wakeIn(troubleMs));
    });
  };

  const current = (): Schedule => {
    const setting = getQueueSetting(db);
    return schedule({
      jobs: queuedJobs(listOpenJobs(db), (jobId) => existingJob(core, jobId).state),
      mode: setting.paused ? { kind: "paused", why: setting.pausedWhy ?? "by you" } : { kind: "on" },
      slots: gate.slots(),
      gate: gateWord,
    });
  };

  const handOut = (): void => {
    for (let next = current().next; next !== null; next = current().next) {
      const job = existingJob(core, next);
      const need = needOf(db, job);
      const busy = new Set([...core.places.values()].flatMap(({ device }) => device ?? []));
      const answer = gate.check(need, busy);
      if (answer.kind === "closed") return waitAtGate(job, answer.why);
      if (answer.device !== null && !gate.take(answer.device, ownIdentity)) return waitAtGate(job, "another lab has just taken the GPU");
      gateWord = null;
      core.places.set(job.id, { device: answer.device, needMib: need?.freeMib ?? null });
      begin(job, answer);
    }
  };

  const waitAtGate = (job: Job, why: string): void => {
    const changed = gateWord?.jobId !== job.id || gateWord.why !== why;
    gateWord = { jobId: job.id, why };
    if (job.state === "waiting") setJobState(db, job.id, "gated");
    if (changed) tell(core, job);
    wakeIn(gateLookMs);
  };

  const begin = (job: Job, place: OpenGate): void => {
    try {
      runner.start(job, deps.prepare(job, place)).then(
        () => {
          if (core.stopWhenStarted.delete(job.id)) runner.stop(job.id);
        },
        (error: unknown) => neverRan(job.id, error),
      );
    } catch (error) {
      started(job.id, { pid: process.pid, bootId: null, processStart: null });
      neverRan(job.id, error);
    }
    tell(core, job);
  };

  const neverRan = (jobId: string, error: unknown): void =>
    unlessTrouble(
      () => {
        endAttempt(core, jobId, whyNotStarted(error));
        wakeIn(0);
      },
      () => deps.later(troubleMs, () => neverRan(jobId, error)),
    );

  return {
    ...queueCommands(core, runner, () => wakeIn(0)),
    open: () => {
      for (const job of listOpenJobs(db)) if (job.state === "running") takeUp(core, runner, job);
      wakeIn(0);
    },
    wake: () => wakeIn(0),
    schedule: current,
    close: () => {
      closed = true;
      callOffWake();
      runner.close();
    },
  };
}

function takeUp(core: QueueCore, runner: Runner, job: Job): void {
  const adoption = runner.adopt(job);
  if (adoption.kind === "never-started") return requeue(core, job);
  const { device } = adoption;
  core.places.set(job.id, { device, needMib: null });
  // The job's own process stands for its card, so the engine that takes it up has nothing to write.
}

/** A database that cannot be written just now (a full disk) must not end the engine: it is tried again later. */
function unlessTrouble(work: () => void, again: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    console.error(error.message);
    again();
  }
}

function whyNotStarted(error: unknown): JobEnd {
  if (error instanceof LabError) return { kind: "failed", message: error.message, traceback: null };
  console.error(error);
  return { kind: "failed", message: `It could not be started: ${error instanceof Error ? error.message : String(error)}`, traceback: null };
}
