import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { getExperiment, insertExperiment, listExperiments } from "../../database/experiments.ts";
import type { Experiment } from "../../database/experiments.ts";
import { endJob, insertJob, listJobsOfRun } from "../../database/jobs.ts";
import type { Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { clearRunResults, getRunResults } from "../../database/run-results.ts";
import { insertRun, listRunIds, listRuns, setBatch, setSetAside } from "../../database/runs.ts";
import { freezeTask } from "../../database/tasks.ts";
import { planRuns } from "../../domain/experiment/plan-runs.ts";
import { LabError } from "../../domain/errors.ts";
import { nextJobState } from "../../domain/job.ts";
import type { JobEnd } from "../../domain/job.ts";
import { itemsOf } from "../../domain/task/task.ts";
import { storedArms } from "../experiment-arms.ts";
import type { HandlerContext } from "../handlers/context.ts";
import { insertRuns } from "../handlers/insert-runs.ts";
import { insideFolder } from "../inside-folder.ts";
import { experimentFile, runsFolder } from "../lab-layout.ts";
import { readRunFolder } from "../run-files.ts";
import type { RunFolder } from "../run-files.ts";
import { writeFileWhole } from "../write-file.ts";
import { ingestRun } from "./ingest-run.ts";
import type { IngestLab } from "./ingest-run.ts";

/** What rebuilding needs beyond reading: the time, and names for runs that had none yet. */
export type RebuildLab = IngestLab & Pick<HandlerContext, "now" | "newId">;

/** Run folders without rows, and why some of them could not be read. */
export type RebuildReport = { readonly rebuilt: readonly string[]; readonly unreadable: readonly { readonly folder: string; readonly why: string }[] };

/** Writes the rows of every run folder that the database does not know: after a damaged file was put away, or a folder was copied in. */
export function rebuildMissingRuns(lab: RebuildLab): RebuildReport {
  const parent = join(lab.folder, runsFolder);
  const known = listRunIds(lab.db);
  const before = new Set(listExperiments(lab.db).map((experiment) => experiment.id));
  const names = namesIn(parent);
  const rebuilt: string[] = [];
  const unreadable: { folder: string; why: string }[] = [];
  for (const name of names.filter((one) => !known.has(one) && existsSync(join(parent, one, "run.json")))) {
    try {
      rebuilt.push(rebuildRun(lab, `${runsFolder}/${name}`));
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      unreadable.push({ folder: `${runsFolder}/${name}`, why: error.message });
    }
  }
  for (const experiment of listExperiments(lab.db)) if (!before.has(experiment.id)) completeExperiment(lab, experiment);
  return { rebuilt, unreadable };
}

function namesIn(parent: string): readonly string[] {
  const found = statSync(parent, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw new LabError("damaged", `${parent} is a file, and a lab keeps its run folders under that name. Move it away.`);
  return found === undefined ? [] : readdirSync(parent).sort();
}

/**
 * Planned runs that had never started have no folder. They come back held, so that the sweep does not look complete
 * without them, and nothing starts by itself.
 */
function completeExperiment(lab: RebuildLab, { id, plan, taskHash, yaml }: Experiment): void {
  const present = new Set(listRuns(lab.db, id).map((run) => `${run.arm}\u0000${run.seed}`));
  const missing = planRuns(plan).filter((run) => !present.has(`${run.arm.name}\u0000${run.seed}`));
  lab.db.transaction(() => insertRuns(lab, { experimentId: id, taskHash, runs: missing, batch: "batch 1", held: true }));
  const file = insideFolder(lab.folder, experimentFile(id));
  if (!existsSync(file)) writeFileWhole(file, yaml);
}

/** Writes a run's rows from its folder alone (relative to the lab); rows that are there are written anew. Returns the run's id. */
export function rebuildRun(lab: IngestLab, folder: string): string {
  const found = readRunFolder(insideFolder(lab.folder, folder));
  const { id } = found.record.run;
  if (folder !== `${runsFolder}/${id}`) throw new LabError("damaged", `The folder ${folder} belongs to the run ${id}; give it that name.`);
  lab.db.transaction(() => {
    writeRows(lab.db, found, folder);
    const results = getRunResults(lab.db, id);
    if (results === null) throw new Error(`run ${id} was not written`);
    clearRunResults(lab.db, results);
    ingestRun({ ...lab, publish: () => undefined }, id);
    for (const job of listJobsOfRun(lab.db, id)) closeJob(lab.db, job);
  });
  lab.publish({ kind: "lab" });
  return id;
}

function writeRows(db: LabDatabase, { record, task, marks }: RunFolder, folder: string): void {
  const { run, experiment, jobs } = record;
  const taskHash = freezeTask(db, task, experiment.createdMs);
  if (getExperiment(db, experiment.id) === null) {
    insertExperiment(db, { ...experiment, taskHash, tags: [], arms: storedArms(experiment.plan, taskHash) });
  }
  if (listRunIds(db).has(run.id)) return;
  insertRun(db, { ...run, experimentId: experiment.id, folder, items: itemsOf(task, "test").length });
  for (const job of jobs) insertJob(db, { ...job, runId: run.id, createdMs: run.createdMs });
  if (marks === null) return;
  setBatch(db, run.id, marks.batch);
  setSetAside(db, run.id, marks.setAside);
}

/** Nobody is left who could say more than the job's last word; without one it is lost. */
function closeJob(db: LabDatabase, job: Job): void {
  if (job.state !== "waiting") return;
  const end = endOf(job);
  const state = nextJobState("running", { kind: "end", end });
  if (state === "done" || state === "failed" || state === "cancelled" || state === "lost") endJob(db, job.id, { state, end, endedMs: job.createdMs });
}

function endOf({ lastWord, environment }: Job): JobEnd {
  if (lastWord === null) {
    return { kind: "lost", message: environment === null ? "it had not started when its rows were rebuilt from the run folder" : "its process left no last word in the run folder" };
  }
  const { end, message, traceback } = lastWord;
  if (end === "done") return { kind: end };
  return end === "failed" ? { kind: end, message, traceback } : { kind: end, message };
}
