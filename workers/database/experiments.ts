import type { Arm, ExperimentPlan, Substrate } from "../domain/experiment/experiment.ts";
import { canonicalJson } from "../domain/task/canonical.ts";
import type { LabDatabase } from "./open.ts";

/** An experiment as it was frozen. */
export type Experiment = {
  readonly id: string;
  readonly name: string;
  readonly taskHash: string;
  readonly yaml: string;
  readonly fileHash: string;
  readonly plan: ExperimentPlan;
  readonly tags: readonly string[];
  readonly createdMs: number;
  readonly removedMs: number | null;
};

/** An arm of an experiment in the file's order. */
export type StoredArm = {
  readonly name: string;
  readonly substrate: Substrate;
  readonly path: string;
  readonly recipeHash: string;
  readonly settings: Arm;
};

export type NewExperiment = Omit<Experiment, "removedMs"> & { readonly arms: readonly StoredArm[] };

export function insertExperiment(db: LabDatabase, experiment: NewExperiment): void {
  db.transaction(() => {
    db.statement<[string, string, string, string, string, string, string, number]>(
      "INSERT INTO experiment (id, name, task_hash, yaml, file_hash, plan, tags, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ).run(
      experiment.id, experiment.name, experiment.taskHash, experiment.yaml, experiment.fileHash,
      canonicalJson(experiment.plan), JSON.stringify(experiment.tags), experiment.createdMs,
    );
    for (const [position, arm] of experiment.arms.entries()) insertArm(db, experiment.id, { ...arm, position });
  });
}

export function getExperiment(db: LabDatabase, id: string): Experiment | null {
  const row = db.statement<[string], ExperimentRow>(`${selectExperiment} WHERE id = ?`).get(id);
  return row === undefined ? null : experimentOf(row);
}

/** The lab's experiments, newest first, without the removed ones. */
export function listExperiments(db: LabDatabase): readonly Experiment[] {
  return db.statement<[], ExperimentRow>(`${selectExperiment} WHERE removed_ms IS NULL ORDER BY created_ms DESC, rowid DESC`).all().map(experimentOf);
}

export function listArms(db: LabDatabase, experimentId: string): readonly StoredArm[] {
  return db.statement<[string], ArmRow>(`${selectArm} WHERE experiment_id = ? ORDER BY position`).all(experimentId).map(armOf);
}

/** Every arm of the lab with its experiment's id, for the lab page. */
export function listAllArms(db: LabDatabase): readonly { readonly experimentId: string; readonly name: string; readonly substrate: Substrate; readonly path: string }[] {
  return db.statement<[], { experimentId: string; name: string; substrate: Substrate; path: string }>(
    "SELECT experiment_id AS experimentId, name, substrate, path FROM arm ORDER BY experiment_id, position",
  ).all();
}

export function renameExperiment(db: LabDatabase, id: string, name: string): void {
  db.statement<[string, string]>("UPDATE experiment SET name = ? WHERE id = ?").run(name, id);
}

export function setTags(db: LabDatabase, id: string, tags: readonly string[]): void {
  db.statement<[string, string]>("UPDATE experiment SET tags = ? WHERE id = ?").run(JSON.stringify(tags), id);
}

/** Hides an experiment from the lab (`null` brings it back); nothing is deleted. */
export function setRemoved(db: LabDatabase, id: string, removedMs: number | null): void {
  db.statement<[number | null, string]>("UPDATE experiment SET removed_ms = ? WHERE id = ?").run(removedMs, id);
}

export type Change = { readonly atMs: number; readonly kind: "extension" | "deviation"; readonly text: string };

export function addChange(db: LabDatabase, experimentId: string, change: Change): void {
  db.statement<[string, number, string, string]>("INSERT INTO experiment_change (experiment_id, at_ms, kind, text) VALUES (?, ?, ?, ?)").run(
    experimentId, change.atMs, change.kind, change.text,
  );
}

export function listChanges(db: LabDatabase, experimentId: string): readonly Change[] {
  return db.statement<[string], Change>("SELECT at_ms AS atMs, kind, text FROM experiment_change WHERE experiment_id = ? ORDER BY at_ms, id").all(experimentId);
}

function insertArm(db: LabDatabase, experimentId: string, arm: StoredArm & { readonly position: number }): void {
  db.statement<[string, number, string, string, string, string, string]>(
    "INSERT INTO arm (experiment_id, position, name, substrate, path, recipe_hash, settings) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(experimentId, arm.position, arm.name, arm.substrate, arm.path, arm.recipeHash, canonicalJson(arm.settings));
}

const selectExperiment = `SELECT id, name, task_hash AS taskHash, yaml, file_hash AS fileHash, plan, tags,
  created_ms AS createdMs, removed_ms AS removedMs FROM experiment`;
const selectArm = "SELECT name, substrate, path, recipe_hash AS recipeHash, settings FROM arm";

type ExperimentRow = Omit<Experiment, "plan" | "tags"> & { readonly plan: string; readonly tags: string };
type ArmRow = Omit<StoredArm, "settings"> & { readonly settings: string };

// The JSON columns were written above from values of these very types, and nothing else writes them.
function experimentOf(row: ExperimentRow): Experiment {
  return { ...row, plan: JSON.parse(row.plan) as ExperimentPlan, tags: JSON.parse(row.tags) as readonly string[] };
}

function armOf(row: ArmRow): StoredArm {
  return { ...row, settings: JSON.parse(row.settings) as Arm };
}
