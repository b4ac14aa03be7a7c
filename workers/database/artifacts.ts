import type { LabDatabase } from "./open.ts";

/** A file or folder a job wrote; `path` is relative to the run folder. */
export type Artifact = { readonly role: string; readonly path: string; readonly bytes: number; readonly sha256: string; readonly epoch: number | null };

/** Records an artifact; a later attempt that writes to the same path replaces it. */
export function putArtifact(db: LabDatabase, runNumber: number, artifact: Artifact): void {
  db.statement<[number, string, string, number, string, number | null]>(
    "INSERT OR REPLACE INTO artifact (run_number, path, role, bytes, sha256, epoch) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(runNumber, artifact.path, artifact.role, artifact.bytes, artifact.sha256, artifact.epoch);
}

/** The artifacts of every run of an experiment, by run number. */
export function listArtifacts(db: LabDatabase, experimentId: string): ReadonlyMap<number, readonly Artifact[]> {
  const rows = db.statement<[string], Artifact & { readonly runNumber: number }>(
    `SELECT artifact.run_number AS runNumber, artifact.role, artifact.path, artifact.bytes, artifact.sha256, artifact.epoch
     FROM run JOIN artifact ON artifact.run_number = run.number WHERE run.experiment_id = ? ORDER BY artifact.run_number, artifact.path`,
  ).all(experimentId);
  const byRun = new Map<number, Artifact[]>();
  for (const { runNumber, ...artifact } of rows) {
    const known = byRun.get(runNumber);
    if (known === undefined) byRun.set(runNumber, [artifact]);
    else known.push(artifact);
  }
  return byRun;
}
