import type { JobEnd, JobKind } from "../domain/job.ts";
import type { LabDatabase } from "./open.ts";

/** One attempt of a job, also one that a retry has made history; memory in MiB of the GPU it was given. */
export type Attempt = {
  readonly jobId: string;
  readonly attempt: number;
  readonly device: string | null;
  readonly startedMs: number;
  readonly endedMs: number | null;
  readonly endKind: JobEnd["kind"] | null;
  readonly endMessage: string | null;
  readonly needMib: number | null;
  readonly baselineMib: number | null;
  readonly freeMib: number | null;
  readonly peakMib: number | null;
};

/** An attempt with what its run and experiment are called. */
export type NamedAttempt = Attempt & {
  readonly runId: string;
  readonly experimentId: string;
  readonly experimentName: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly kind: JobKind;
  readonly recipeHash: string;
};

export type BegunAttempt = Pick<Attempt, "jobId" | "attempt" | "device" | "startedMs" | "needMib" | "baselineMib" | "freeMib">;

export function beginAttempt(db: LabDatabase, begun: BegunAttempt): void {
  db.statement<[string, number, string | null, number, number | null, number | null, number | null]>(
    `INSERT INTO job_attempt (job_id, attempt, device, started_ms, need_mib, baseline_mib, free_mib) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (job_id, attempt) DO UPDATE SET device = excluded.device, started_ms = excluded.started_ms, need_mib = excluded.need_mib,
       baseline_mib = excluded.baseline_mib, free_mib = excluded.free_mib, ended_ms = NULL, end_kind = NULL, end_message = NULL, peak_mib = NULL`,
  ).run(begun.jobId, begun.attempt, begun.device, Math.round(begun.startedMs), begun.needMib, begun.baselineMib, begun.freeMib);
}

export function endAttempt(db: LabDatabase, of: { readonly jobId: string; readonly attempt: number }, ended: { readonly end: JobEnd; readonly endedMs: number; readonly peakMib: number | null }): void {
  db.statement<[number, string, string | null, number | null, string, number]>(
    "UPDATE job_attempt SET ended_ms = ?, end_kind = ?, end_message = ?, peak_mib = ? WHERE job_id = ? AND attempt = ?",
  ).run(Math.round(ended.endedMs), ended.end.kind, ended.end.kind === "done" ? null : ended.end.message, ended.peakMib, of.jobId, of.attempt);
}

export function getAttempt(db: LabDatabase, jobId: string, attempt: number): Attempt | null {
  return db.statement<[string, number], NamedAttempt>(`${selectAttempt} WHERE job_attempt.job_id = ? AND job_attempt.attempt = ?`).get(jobId, attempt) ?? null;
}

/** Every attempt of an experiment's jobs, in the order in which they began. */
export function listAttemptsOfExperiment(db: LabDatabase, experimentId: string): readonly NamedAttempt[] {
  return db.statement<[string], NamedAttempt>(`${selectAttempt} WHERE run.experiment_id = ? ORDER BY job_attempt.started_ms`).all(experimentId);
}

/** Every attempt that ran at some moment of a time, in the order in which they began. */
export function listAttemptsWithin(db: LabDatabase, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): readonly NamedAttempt[] {
  return db.statement<[number, number], NamedAttempt>(
    `${selectAttempt} WHERE job_attempt.started_ms <= ? AND coalesce(job_attempt.ended_ms, 9e15) >= ? ORDER BY job_attempt.started_ms`,
  ).all(Math.ceil(toMs), Math.floor(fromMs));
}

/** The attempts that began last, newest first, of the whole lab or of one experiment. */
export function listLatestAttempts(db: LabDatabase, limit: number, experimentId: string | null): readonly NamedAttempt[] {
  return db.statement<[string | null, string | null, number], NamedAttempt>(
    `${selectAttempt} WHERE (? IS NULL OR run.experiment_id = ?) ORDER BY job_attempt.started_ms DESC LIMIT ?`,
  ).all(experimentId, experimentId, limit);
}

/** A phase of a job's present attempt; `toMs` null where it lasts, or was broken off. */
export type PhaseTime = { readonly jobId: string; readonly phase: string; readonly fromMs: number; readonly toMs: number | null };

/** When the phases of jobs began and ended, by job, in order. */
export function listPhaseTimes(db: LabDatabase, jobIds: readonly string[]): ReadonlyMap<string, readonly PhaseTime[]> {
  const rows = db.statement<[string, string], PhaseTime>(
    `SELECT job_id AS jobId, phase, CAST(ended_ms - seconds * 1000 AS INTEGER) AS fromMs, ended_ms AS toMs
       FROM phase WHERE ended_ms IS NOT NULL AND job_id IN (SELECT value FROM json_each(?))
     UNION ALL SELECT id, phase, phase_started_ms, NULL FROM job
       WHERE phase IS NOT NULL AND phase_started_ms IS NOT NULL AND id IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM phase WHERE phase.job_id = job.id AND phase.phase = job.phase)
     ORDER BY fromMs`,
  ).all(JSON.stringify([...new Set(jobIds)]), JSON.stringify([...new Set(jobIds)]));
  const byJob = new Map<string, PhaseTime[]>();
  for (const row of rows) {
    const known = byJob.get(row.jobId);
    if (known === undefined) byJob.set(row.jobId, [row]);
    else known.push(row);
  }
  return byJob;
}

/** What earlier attempts of the same recipe and kind took of a GPU, those that were done. */
export type MemoryExperience = Pick<Attempt, "baselineMib" | "freeMib" | "peakMib"> & { readonly peakCudaMib: number | null };

/** The memory of the last attempts like this one that were done, newest first. */
export function listMemoryExperience(db: LabDatabase, like: { readonly recipeHash: string; readonly kind: JobKind }, limit: number): readonly MemoryExperience[] {
  return db.statement<[string, string, number], MemoryExperience>(
    `SELECT job_attempt.baseline_mib AS baselineMib, job_attempt.free_mib AS freeMib, job_attempt.peak_mib AS peakMib,
       (SELECT max(peak_cuda_mib) FROM phase WHERE phase.job_id = job.id) AS peakCudaMib
     FROM arm JOIN run ON run.experiment_id = arm.experiment_id AND run.arm = arm.name JOIN job ON job.run_id = run.id
     JOIN job_attempt ON job_attempt.job_id = job.id
     WHERE arm.recipe_hash = ? AND job.kind = ? AND job_attempt.end_kind = 'done' AND job_attempt.device IS NOT NULL
     ORDER BY job_attempt.started_ms DESC LIMIT ?`,
  ).all(like.recipeHash, like.kind, limit);
}

const selectAttempt = `SELECT job_attempt.job_id AS jobId, job_attempt.attempt, job_attempt.device, job_attempt.started_ms AS startedMs, job_attempt.ended_ms AS endedMs,
  job_attempt.end_kind AS endKind, job_attempt.end_message AS endMessage, job_attempt.need_mib AS needMib, job_attempt.baseline_mib AS baselineMib,
  job_attempt.free_mib AS freeMib, job_attempt.peak_mib AS peakMib,
  job.run_id AS runId, job.kind, run.experiment_id AS experimentId, run.arm, run.seed, experiment.name AS experimentName, arm.recipe_hash AS recipeHash
  FROM job_attempt JOIN job ON job.id = job_attempt.job_id JOIN run ON run.id = job.run_id JOIN experiment ON experiment.id = run.experiment_id
  JOIN arm ON arm.experiment_id = run.experiment_id AND arm.name = run.arm`;
