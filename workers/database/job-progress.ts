import type { JobEnvironment, JobProcess, LastWord } from "./jobs.ts";
import type { LabDatabase } from "./open.ts";

/**
 * A job's first line: what it runs on, and a clean sheet for this attempt. Who it is counts only while it runs and
 * nobody has said so yet: an engine that died between starting a job and writing that down.
 */
export function startAttempt(db: LabDatabase, jobId: string, started: { readonly environment: JobEnvironment; readonly process: JobProcess }): void {
  const { environment, process } = started;
  db.statement<[string, string]>("UPDATE job SET environment = ?, last_word = NULL WHERE id = ?").run(JSON.stringify(environment), jobId);
  db.statement<[number, string | null, string | null, string]>(
    "UPDATE job SET pid = ?, boot_id = ?, process_start = ? WHERE id = ? AND state = 'running' AND pid IS NULL",
  ).run(process.pid, process.bootId, process.processStart, jobId);
  db.statement<[string]>("DELETE FROM phase WHERE job_id = ?").run(jobId);
}

export function beginPhase(db: LabDatabase, jobId: string, phase: { readonly name: string; readonly startedMs: number }): void {
  db.statement<[string, number, string]>(
    "UPDATE job SET phase = ?, phase_started_ms = ?, progress_done = NULL, progress_total = NULL, progress_unit = NULL WHERE id = ?",
  ).run(phase.name, phase.startedMs, jobId);
}

export type PhaseCost = { readonly phase: string; readonly seconds: number; readonly peakRssMib: number | null; readonly peakCudaMib: number | null; readonly endedMs: number | null };

/** `endedMs` by the job's clock, where it is known. */
export function endPhase(db: LabDatabase, jobId: string, cost: Omit<PhaseCost, "endedMs"> & { readonly endedMs?: number }): void {
  db.statement<[string, string, number, number | null, number | null, number | null]>(
    "INSERT OR REPLACE INTO phase (job_id, phase, seconds, peak_rss_mib, peak_cuda_mib, ended_ms) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(jobId, cost.phase, cost.seconds, cost.peakRssMib, cost.peakCudaMib, cost.endedMs ?? null);
}

export type JobProgress = { readonly done: number; readonly total: number; readonly unit: string; readonly loss: number | null };

/** How far a job is; a loss of `null` leaves the last one standing. */
export function setProgress(db: LabDatabase, jobId: string, progress: JobProgress): void {
  db.statement<[number, number, string, number | null, string]>(
    "UPDATE job SET progress_done = ?, progress_total = ?, progress_unit = ?, last_loss = coalesce(?, last_loss) WHERE id = ?",
  ).run(progress.done, progress.total, progress.unit, progress.loss, jobId);
}

export function setLastWord(db: LabDatabase, jobId: string, lastWord: LastWord): void {
  db.statement<[string, string]>("UPDATE job SET last_word = ? WHERE id = ?").run(JSON.stringify(lastWord), jobId);
}

/** Wall time and peak memory of every phase that ended, of every job of an experiment. */
export function listPhases(db: LabDatabase, experimentId: string): readonly (PhaseCost & { readonly jobId: string; readonly runId: string })[] {
  return db.statement<[string], PhaseCost & { readonly jobId: string; readonly runId: string }>(
    `SELECT phase.job_id AS jobId, job.run_id AS runId, phase.phase, phase.seconds, phase.peak_rss_mib AS peakRssMib, phase.peak_cuda_mib AS peakCudaMib,
       phase.ended_ms AS endedMs
     FROM run JOIN job ON job.run_id = run.id JOIN phase ON phase.job_id = job.id WHERE run.experiment_id = ?`,
  ).all(experimentId);
}
