import type { ExperimentPlan } from "../domain/experiment/experiment.ts";
import type { JobKind, JobState } from "../domain/job.ts";
import type { OutcomeString } from "../domain/outcome.ts";
import { outcomeLetter } from "../domain/outcome.ts";
import type { LabDatabase } from "./open.ts";

/** One run: an arm under a seed, with its results in their compact form. */
export type Run = {
  readonly number: number;
  readonly id: string;
  readonly experimentId: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly batch: string;
  /** Relative to the lab folder. */
  readonly folder: string;
  readonly createdMs: number;
  readonly setAside: string | null;
  readonly setAsideMs: number | null;
  readonly outcomes: OutcomeString;
  readonly passes: number;
  readonly finalLoss: number | null;
  readonly minimumLoss: number | null;
  readonly repeatsIdentical: boolean | null;
  readonly repeatsDiffering: readonly string[];
  readonly parameters: number | null;
  readonly trainableParameters: number | null;
};

export type NewRun = {
  readonly id: string;
  readonly experimentId: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly batch: string;
  readonly folder: string;
  readonly createdMs: number;
  /** Number of test items. */
  readonly items: number;
};

export function insertRun(db: LabDatabase, run: NewRun): void {
  db.statement<[string, string, string, number | null, string, string, number, string]>(
    "INSERT INTO run (id, experiment_id, arm, seed, batch, folder, created_ms, outcomes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  ).run(run.id, run.experimentId, run.arm, run.seed, run.batch, run.folder, run.createdMs, outcomeLetter.missing.repeat(run.items));
}

export function getRun(db: LabDatabase, id: string): Run | null {
  const row = db.statement<[string], RunRow>(`${selectRun} WHERE run.id = ?`).get(id);
  return row === undefined ? null : runOf(row);
}

/** The runs of an experiment: arms in the file's order, then seeds ascending. */
export function listRuns(db: LabDatabase, experimentId: string): readonly Run[] {
  return db.statement<[string], RunRow>(`${selectRun} WHERE run.experiment_id = ? ORDER BY arm.position, run.seed, run.number`).all(experimentId).map(runOf);
}

export function setSetAside(db: LabDatabase, id: string, setAside: { readonly reason: string; readonly atMs: number } | null): void {
  db.statement<[string | null, number | null, string]>("UPDATE run SET set_aside = ?, set_aside_ms = ? WHERE id = ?").run(setAside?.reason ?? null, setAside?.atMs ?? null, id);
}

export function setBatch(db: LabDatabase, id: string, batch: string): void {
  db.statement<[string, string]>("UPDATE run SET batch = ? WHERE id = ?").run(batch, id);
}

/** What the lab page needs of a run; `states` are those of its jobs. */
export type RunSummary = {
  readonly experimentId: string;
  readonly arm: string;
  readonly passes: number;
  readonly states: readonly JobState[];
};

/** Every run of the experiments that are not removed: arms in the file's order, then seeds ascending. */
export function listRunSummaries(db: LabDatabase): readonly RunSummary[] {
  const rows = db.statement<[], Omit<RunSummary, "states"> & { readonly states: string }>(
    `SELECT run.experiment_id AS experimentId, run.arm, run.passes, group_concat(job.state) AS states
     FROM run JOIN experiment ON experiment.id = run.experiment_id AND experiment.removed_ms IS NULL
     JOIN arm ON arm.experiment_id = run.experiment_id AND arm.name = run.arm JOIN job ON job.run_id = run.id
     GROUP BY run.number ORDER BY run.experiment_id, arm.position, run.seed, run.number`,
  ).all();
  // A CHECK holds the column to these words.
  return rows.map((row) => ({ ...row, states: row.states.split(",") as JobState[] }));
}

/** The states of every run's jobs, by run id, for one experiment. */
export function listRunStates(db: LabDatabase, experimentId: string): ReadonlyMap<string, readonly JobState[]> {
  const rows = db.statement<[string], { id: string; states: string }>(
    "SELECT run.id, group_concat(job.state) AS states FROM run JOIN job ON job.run_id = run.id WHERE run.experiment_id = ? GROUP BY run.number",
  ).all(experimentId);
  return new Map(rows.map((row) => [row.id, row.states.split(",") as JobState[]]));
}

/** A run whose jobs are all done, as something that need not be done again. */
export type DoneRun = Pick<Run, "number" | "id" | "experimentId" | "folder" | "outcomes" | "passes"> & {
  readonly experimentName: string;
  readonly kinds: readonly JobKind[];
  readonly plan: ExperimentPlan;
};

/** The done runs of a recipe under a seed, newest first, without those set aside or of removed experiments. */
export function listDoneRuns(db: LabDatabase, recipeHash: string, seed: number | null): readonly DoneRun[] {
  const rows = db.statement<[string, number | null], Omit<DoneRun, "kinds" | "plan"> & { readonly kinds: string; readonly plan: string }>(
    `SELECT run.number, run.id, run.experiment_id AS experimentId, run.folder, run.outcomes, run.passes, experiment.name AS experimentName, experiment.plan,
       group_concat(job.kind) AS kinds
     FROM arm JOIN run ON run.experiment_id = arm.experiment_id AND run.arm = arm.name JOIN experiment ON experiment.id = run.experiment_id JOIN job ON job.run_id = run.id
     WHERE arm.recipe_hash = ? AND run.seed IS ? AND run.set_aside IS NULL AND experiment.removed_ms IS NULL
     GROUP BY run.number HAVING min(job.state = 'done') = 1 ORDER BY run.number DESC`,
  ).all(recipeHash, seed);
  // A CHECK holds the kinds to these words; the plan was written by insertExperiment.
  return rows.map((row) => ({ ...row, kinds: row.kinds.split(",") as JobKind[], plan: JSON.parse(row.plan) as ExperimentPlan }));
}

/** The ids of every run in the lab, also those of removed experiments. */
export function listRunIds(db: LabDatabase): ReadonlySet<string> {
  return new Set(db.statement<[], { id: string }>("SELECT id FROM run").all().map((row) => row.id));
}

const selectRun = `SELECT run.number, run.id, run.experiment_id AS experimentId, run.arm, run.seed, run.batch, run.folder, run.created_ms AS createdMs,
  run.set_aside AS setAside, run.set_aside_ms AS setAsideMs, run.outcomes, run.passes, run.final_loss AS finalLoss, run.minimum_loss AS minimumLoss,
  run.repeats_identical AS repeatsIdentical, run.repeats_differing AS repeatsDiffering, run.parameters, run.trainable_parameters AS trainableParameters
  FROM run JOIN arm ON arm.experiment_id = run.experiment_id AND arm.name = run.arm`;

type RunRow = Omit<Run, "repeatsIdentical" | "repeatsDiffering"> & { readonly repeatsIdentical: number | null; readonly repeatsDiffering: string };

function runOf(row: RunRow): Run {
  return {
    ...row,
    repeatsIdentical: row.repeatsIdentical === null ? null : row.repeatsIdentical === 1,
    // Written by the ingest from the list of a zod-checked line.
    repeatsDiffering: JSON.parse(row.repeatsDiffering) as readonly string[],
  };
}
