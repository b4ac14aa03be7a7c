import type { JobEnd, JobKind, JobState } from "../domain/job.ts";
import type { LabDatabase } from "./open.ts";

/** A process by what identifies it across restarts of the engine and of the machine. */
export type JobProcess = { readonly pid: number; readonly bootId: string | null; readonly processStart: string | null };

/** The `ended` line of a job's present attempt, as the job wrote it. */
export type LastWord = {
  readonly end: "done" | "failed" | "interrupted" | "out-of-memory";
  readonly message: string;
  readonly traceback: string | null;
  readonly seconds: number;
};

/** What a job runs on, from its first line. */
export type JobEnvironment = {
  readonly versions: Readonly<Record<string, string>>;
  readonly device: { readonly kind: string; readonly name: string; readonly driver: string | null; readonly threads: number };
  readonly gitCommit: string | null;
};

/** Before the others (1), in turn (0), or after them (-1). */
export type Priority = -1 | 0 | 1;

/** A job with what its run and experiment are called. */
export type Job = {
  readonly id: string;
  readonly runId: string;
  readonly runFolder: string;
  readonly experimentId: string;
  readonly experimentName: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly kind: JobKind;
  readonly attempt: number;
  readonly state: JobState;
  /** A higher one runs earlier; among equals the position decides. */
  readonly priority: Priority;
  readonly position: number;
  readonly dependsOn: string | null;
  readonly process: JobProcess | null;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly end: JobEnd | null;
  readonly phase: string | null;
  readonly phaseStartedMs: number | null;
  readonly progress: { readonly done: number; readonly total: number; readonly unit: string } | null;
  readonly lastLoss: number | null;
  readonly environment: JobEnvironment | null;
  readonly lastWord: LastWord | null;
};

export type NewJob = {
  readonly id: string;
  readonly runId: string;
  readonly kind: JobKind;
  readonly dependsOn: string | null;
  readonly createdMs: number;
};

/** Appends a waiting job to the end of the queue. */
export function insertJob(db: LabDatabase, job: NewJob): void {
  db.statement<[string, string, string, string | null, number]>(
    `INSERT INTO job (id, run_id, kind, state, position, depends_on, created_ms)
     VALUES (?, ?, ?, 'waiting', (SELECT coalesce(max(position), 0) + 1 FROM job), ?, ?)`,
  ).run(job.id, job.runId, job.kind, job.dependsOn, job.createdMs);
}

export function getJob(db: LabDatabase, id: string): Job | null {
  const row = db.statement<[string], JobRow>(`${selectJob} WHERE job.id = ?`).get(id);
  return row === undefined ? null : jobOf(row);
}

/** Jobs that run, wait or are held, in queue order. */
export function listOpenJobs(db: LabDatabase): readonly Job[] {
  return db.statement<[], JobRow>(`${selectJob} WHERE job.state IN ('waiting', 'held', 'gated', 'running') ORDER BY job.priority DESC, job.position`).all().map(jobOf);
}

/** The jobs that have a process. */
export function listRunningJobs(db: LabDatabase): readonly Job[] {
  return db.statement<[], JobRow>(`${selectJob} WHERE job.state IN ('waiting', 'held', 'gated', 'running') AND job.state = 'running' ORDER BY job.priority DESC, job.position`).all().map(jobOf);
}

/** True while any job is in one of these states; asked every second, so it reads no more than it must. */
export function hasJobIn(db: LabDatabase, states: readonly ("waiting" | "gated" | "running")[]): boolean {
  return states.some((state) => db.statement<[string], { one: number }>("SELECT 1 AS one FROM job WHERE state IN ('waiting', 'held', 'gated', 'running') AND state = ? LIMIT 1").get(state) !== undefined);
}

/** The jobs that ended last, newest first. */
export function listEndedJobs(db: LabDatabase, limit: number): readonly Job[] {
  return db.statement<[number], JobRow>(`${selectJob} WHERE job.ended_ms IS NOT NULL ORDER BY job.ended_ms DESC LIMIT ?`).all(limit).map(jobOf);
}

/** Milliseconds that the last jobs like this one took, those that did all their work: of the same recipe in any experiment, or of the same experiment. */
export function listDurations(db: LabDatabase, like: Pick<Job, "experimentId" | "arm" | "kind">, scope: "recipe" | "experiment", limit: number): readonly number[] {
  const same = scope === "recipe"
    ? "arm.recipe_hash = (SELECT recipe_hash FROM arm AS own WHERE own.experiment_id = ? AND own.name = ?)"
    : "run.experiment_id = ? AND ? IS NOT NULL";
  return db.statement<[string, string, string, number], { ms: number }>(
    `SELECT job.ended_ms - job.started_ms AS ms FROM arm JOIN run ON run.experiment_id = arm.experiment_id AND run.arm = arm.name JOIN job ON job.run_id = run.id
     WHERE ${same} AND job.kind = ? AND job.state = 'done' AND job.started_ms IS NOT NULL AND job.ended_ms IS NOT NULL ORDER BY job.ended_ms DESC LIMIT ?`,
  ).all(like.experimentId, like.arm, like.kind, limit).map((row) => row.ms);
}

export function listJobsOfRun(db: LabDatabase, runId: string): readonly Job[] {
  return db.statement<[string], JobRow>(`${selectJob} WHERE job.run_id = ? ORDER BY job.position`).all(runId).map(jobOf);
}

export function listJobsOfExperiment(db: LabDatabase, experimentId: string): readonly Job[] {
  return db.statement<[string], JobRow>(`${selectJob} WHERE run.experiment_id = ? ORDER BY job.position`).all(experimentId).map(jobOf);
}

/** For waiting, held and gated; a start and an end have their own functions. */
export function setJobState(db: LabDatabase, id: string, state: "waiting" | "held" | "gated"): void {
  db.statement<[string, string]>("UPDATE job SET state = ? WHERE id = ?").run(state, id);
}

/** The job has a process now. */
export function startJob(db: LabDatabase, id: string, started: JobProcess & { readonly startedMs: number }): void {
  db.statement<[number, string | null, string | null, number, string]>(
    `UPDATE job SET state = 'running', pid = ?, boot_id = ?, process_start = ?, started_ms = ?, ended_ms = NULL,
       end_kind = NULL, end_message = NULL, end_traceback = NULL, phase = NULL, phase_started_ms = NULL,
       progress_done = NULL, progress_total = NULL, progress_unit = NULL, last_loss = NULL, last_word = NULL
     WHERE id = ?`,
  ).run(started.pid, started.bootId, started.processStart, started.startedMs, id);
}

/** Another process stands for a running job now: the job itself instead of its holder. */
export function setJobProcess(db: LabDatabase, id: string, process: JobProcess): void {
  db.statement<[number, string | null, string | null, string]>("UPDATE job SET pid = ?, boot_id = ?, process_start = ? WHERE id = ?").run(process.pid, process.bootId, process.processStart, id);
}

/** The job ended; `state` is what `nextJobState` made of `end`, or `cancelled`. */
export function endJob(db: LabDatabase, id: string, ended: { readonly state: "done" | "failed" | "cancelled" | "lost"; readonly end: JobEnd; readonly endedMs: number }): void {
  const { end } = ended;
  const message = end.kind === "done" ? null : end.message;
  const traceback = end.kind === "failed" ? end.traceback : null;
  db.statement<[string, string, string | null, string | null, number, string]>(
    "UPDATE job SET state = ?, end_kind = ?, end_message = ?, end_traceback = ?, ended_ms = ?, pid = NULL, boot_id = NULL, process_start = NULL WHERE id = ?",
  ).run(ended.state, end.kind, message, traceback, ended.endedMs, id);
}

/** Puts an ended job back to the end of the queue as its next attempt. */
export function retryJob(db: LabDatabase, id: string): void {
  db.statement<[string]>(
    `UPDATE job SET state = 'waiting', attempt = attempt + 1, position = (SELECT max(position) + 1 FROM job),
       pid = NULL, boot_id = NULL, process_start = NULL, started_ms = NULL, ended_ms = NULL,
       end_kind = NULL, end_message = NULL, end_traceback = NULL, phase = NULL, phase_started_ms = NULL,
       progress_done = NULL, progress_total = NULL, progress_unit = NULL, last_loss = NULL, environment = NULL, last_word = NULL
     WHERE id = ?`,
  ).run(id);
}

export function setPriority(db: LabDatabase, ids: readonly string[], priority: Priority): void {
  db.transaction(() => {
    for (const id of ids) db.statement<[number, string]>("UPDATE job SET priority = ? WHERE id = ?").run(priority, id);
  });
}

/** Gives jobs their new places in the queue. */
export function setPositions(db: LabDatabase, placed: readonly { readonly id: string; readonly position: number }[]): void {
  db.transaction(() => {
    for (const { id, position } of placed) db.statement<[number, string]>("UPDATE job SET position = ? WHERE id = ?").run(position, id);
  });
}

const selectJob = `SELECT job.id, job.run_id AS runId, run.folder AS runFolder, run.experiment_id AS experimentId, experiment.name AS experimentName,
  run.arm, run.seed, job.kind, job.attempt, job.state, job.priority, job.position, job.depends_on AS dependsOn, job.pid, job.boot_id AS bootId,
  job.process_start AS processStart, job.created_ms AS createdMs, job.started_ms AS startedMs, job.ended_ms AS endedMs,
  job.end_kind AS endKind, job.end_message AS endMessage, job.end_traceback AS endTraceback, job.phase, job.phase_started_ms AS phaseStartedMs,
  job.progress_done AS progressDone, job.progress_total AS progressTotal, job.progress_unit AS progressUnit, job.last_loss AS lastLoss,
  job.environment, job.last_word AS lastWord
  FROM job JOIN run ON run.id = job.run_id JOIN experiment ON experiment.id = run.experiment_id`;

type JobRow = Omit<Job, "process" | "end" | "progress" | "environment" | "lastWord"> & {
  readonly pid: number | null;
  readonly bootId: string | null;
  readonly processStart: string | null;
  readonly endKind: JobEnd["kind"] | null;
  readonly endMessage: string | null;
  readonly endTraceback: string | null;
  readonly progressDone: number | null;
  readonly progressTotal: number | null;
  readonly progressUnit: string | null;
  readonly environment: string | null;
  readonly lastWord: string | null;
};

function jobOf(row: JobRow): Job {
  const { pid, bootId, processStart, endKind, endMessage, endTraceback, progressDone, progressTotal, progressUnit, environment, lastWord, ...same } = row;
  return {
    ...same,
    process: pid === null ? null : { pid, bootId, processStart },
    end: endOf(endKind, endMessage ?? "", endTraceback),
    progress: progressDone === null || progressTotal === null || progressUnit === null ? null : { done: progressDone, total: progressTotal, unit: progressUnit },
    // Both texts were written in job-progress.ts from values of these types.
    environment: environment === null ? null : (JSON.parse(environment) as JobEnvironment),
    lastWord: lastWord === null ? null : (JSON.parse(lastWord) as LastWord),
  };
}

function endOf(kind: JobEnd["kind"] | null, message: string, traceback: string | null): JobEnd | null {
  if (kind === null) return null;
  if (kind === "done") return { kind };
  return kind === "failed" ? { kind, message, traceback } : { kind, message };
}
