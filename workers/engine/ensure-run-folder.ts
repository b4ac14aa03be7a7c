import { existsSync } from "node:fs";
import { getExperiment } from "../database/experiments.ts";
import { listJobsOfRun } from "../database/jobs.ts";
import type { LabDatabase } from "../database/open.ts";
import { getRun } from "../database/runs.ts";
import { getTask } from "../database/tasks.ts";
import { LabError } from "../domain/errors.ts";
import { insideFolder } from "./inside-folder.ts";
import { writeRunFolder } from "./run-files.ts";

/** Makes a run's folder say who the run is, before its first job writes into it; from then on it is enough by itself. */
export function ensureRunFolder(db: LabDatabase, lab: string, runId: string): string {
  const run = getRun(db, runId);
  const experiment = run === null ? null : getExperiment(db, run.experimentId);
  const task = experiment === null ? null : getTask(db, experiment.taskHash);
  if (run === null || experiment === null || task === null) throw new LabError("damaged", `The experiment or task of run ${runId} is missing from the lab's database.`);
  const folder = insideFolder(lab, run.folder);
  if (existsSync(`${folder}/run.json`)) return folder;
  const { id, name, createdMs, fileHash, yaml, plan } = experiment;
  const jobs = listJobsOfRun(db, runId).flatMap(({ id: jobId, kind, dependsOn }) => (kind === "convert" ? [] : [{ id: jobId, kind, dependsOn }]));
  writeRunFolder(folder, {
    version: 1,
    run: { id: run.id, arm: run.arm, seed: run.seed, batch: run.batch, createdMs: run.createdMs },
    jobs,
    experiment: { id, name, createdMs, fileHash, yaml, plan },
    taskHash: experiment.taskHash,
  }, task);
  return folder;
}
