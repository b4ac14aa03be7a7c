import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { getExperiment, listArms } from "../../../workers/database/experiments.ts";
import { endJob, getJob, listJobsOfExperiment, startJob } from "../../../workers/database/jobs.ts";
import { openDatabase } from "../../../workers/database/open.ts";
import { getRun } from "../../../workers/database/runs.ts";
import { deviationOf } from "../../../workers/engine/handlers/deviation.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { rebuildMissingRuns, rebuildRun } from "../../../workers/engine/ingest/rebuild-run.ts";
import type { RebuildLab } from "../../../workers/engine/ingest/rebuild-run.ts";
import { appendEvents, openTestLab, runOf, scoring, startSweep, tempFolder, training } from "../lab-fixture.ts";
import type { TestLab } from "../lab-fixture.ts";
import { rowsOf } from "./rows-of.ts";

function finished(lab: TestLab) {
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "lora", 2);
  appendEvents(lab, run, training(run, [2, 1]) + scoring(run, "pfpefp"));
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  for (const kind of ["train", "score"]) {
    startJob(lab.db, `${run.id}-${kind}`, { pid: 4711, bootId: null, processStart: null, startedMs: 1 });
    endJob(lab.db, `${run.id}-${kind}`, { state: "done", end: { kind: "done" }, endedMs: 2 });
  }
  return { id, run };
}

/** A second lab that holds copies of the given run folders and nothing else. */
function labWithFolders(lab: TestLab, folders: readonly string[]): RebuildLab {
  const folder = tempFolder();
  mkdirSync(join(folder, "runs"));
  for (const name of folders) cpSync(join(lab.folder, name), join(folder, name), { recursive: true });
  const db = openDatabase(join(folder, "lab.sqlite"));
  onTestFinished(() => db.close());
  let ids = 0;
  return { folder, db, publish: () => undefined, now: () => 5, newId: () => `again${ids++}` };
}

test("a run folder alone gives the same rows", () => {
  const lab = openTestLab();
  const { id, run } = finished(lab);
  lab.handlers.run.setAside({ runId: run.id, reason: "the fan was off" });
  const other = labWithFolders(lab, [run.folder]);

  expect(rebuildMissingRuns(other)).toEqual({ rebuilt: [run.id], unreadable: [] });

  const [was, is] = [rowsOf(lab.db, run.id), rowsOf(other.db, run.id)];
  // Whoever started the job had cleared its place in the queue; the job's own lines say everything else.
  expect({ ...is, jobs: is.jobs.map((job) => job["last_word"]) }).toEqual({ ...was, jobs: is.jobs.map((job) => job["last_word"]) });
  expect(getJob(other.db, `${run.id}-train`)).toMatchObject({ state: "done", end: { kind: "done" } });
  expect(getRun(other.db, run.id)).toMatchObject({ setAside: "the fan was off", seed: 2, batch: "batch 1" });
  const { plan, yaml, fileHash, taskHash, createdMs } = getExperiment(lab.db, id) ?? {};
  expect(getExperiment(other.db, id)).toMatchObject({ plan, yaml, fileHash, taskHash, createdMs });
  expect(listArms(other.db, id)).toEqual(listArms(lab.db, id));
});

test("planned runs that never started come back held, and the frozen file with them", () => {
  const lab = openTestLab();
  const { id, run } = finished(lab);
  const other = labWithFolders(lab, [run.folder]);
  rebuildMissingRuns(other);
  const states = listJobsOfExperiment(other.db, id).map((job) => [job.arm, job.seed, job.kind, job.state]);
  expect(states.sort()).toEqual([
    ["base", null, "score", "held"], ["lora", 1, "score", "held"], ["lora", 1, "train", "held"], ["lora", 2, "score", "done"],
    ["lora", 2, "train", "done"], ["lora", 3, "score", "held"], ["lora", 3, "train", "held"], ["prompt", null, "score", "held"],
  ]);
  expect(deviationOf(other.folder, { id, yaml: "", createdMs: 0, fileHash: getExperiment(other.db, id)?.fileHash ?? "" })).toBeNull();
  expect(rebuildMissingRuns(other)).toEqual({ rebuilt: [], unreadable: [] });
  expect(listJobsOfExperiment(other.db, id)).toHaveLength(8);
});

test("rebuilding a run that is there writes its rows anew and keeps the queue's word on it", () => {
  const lab = openTestLab();
  const { run } = finished(lab);
  const before = rowsOf(lab.db, run.id);
  lab.db.statement<[string]>("UPDATE run SET outcomes = '......', events_offset = 0 WHERE id = ?").run(run.id);
  rebuildRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.folder);
  expect(rowsOf(lab.db, run.id)).toMatchObject({ run: before.run, predictions: before.predictions, losses: before.losses });
  expect(getJob(lab.db, `${run.id}-score`)?.endedMs).toBe(2);
});

test("a job without a last word is lost, not done", () => {
  const lab = openTestLab();
  const { runs } = startSweep(lab);
  const run = runOf(runs, "lora", 1);
  appendEvents(lab, run, training(run, [2, 1]).split("\n").slice(0, -2).join("\n"));
  const other = labWithFolders(lab, [run.folder]);
  rebuildMissingRuns(other);
  expect(getJob(other.db, `${run.id}-train`)).toMatchObject({ state: "lost", end: { kind: "lost" } });
});

test("a folder that is damaged is named, and the others are rebuilt", () => {
  const lab = openTestLab();
  const { run } = finished(lab);
  const base = runOf(lab.handlers.experiment.get({ id: run.experimentId }).runs.map((view) => getRun(lab.db, view.id)).filter((one) => one !== null), "base");
  const other = labWithFolders(lab, [run.folder, base.folder]);
  const task = join(other.folder, base.folder, "task.json");
  writeFileSync(task, readFileSync(task, "utf8").replace("question number 1", "question number one"));
  const report = rebuildMissingRuns(other);
  expect(report.rebuilt).toEqual([run.id]);
  expect(report.unreadable).toHaveLength(1);
  expect(report.unreadable[0]).toMatchObject({ folder: base.folder });
  expect(getRun(other.db, base.id)).toBeNull();
});

test("a folder under another name is refused", () => {
  const lab = openTestLab();
  const { run } = finished(lab);
  const other = labWithFolders(lab, [run.folder]);
  cpSync(join(other.folder, run.folder), join(other.folder, "runs", "renamed"), { recursive: true });
  rmSync(join(other.folder, run.folder), { recursive: true });
  expect(rebuildMissingRuns(other)).toMatchObject({ rebuilt: [], unreadable: [{ folder: "runs/renamed" }] });
  expect(() => rebuildRun(other, "../elsewhere")).toThrow(/leaves the folder/);
});
