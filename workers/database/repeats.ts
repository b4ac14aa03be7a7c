import type { LabDatabase } from "./open.ts";

/** A finished run that followed a recipe under a seed, anywhere in the lab. */
export type RecipeRun = {
  readonly runId: string;
  readonly number: number;
  readonly folder: string;
  readonly experimentId: string;
  readonly experimentName: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly recipeHash: string;
  readonly outcomes: string;
  /** What its last job ran on, as JSON of the job's first line; null where no job said so. */
  readonly environment: string | null;
};

/** Every run of the lab whose recipe an experiment uses too and whose jobs are all done, oldest first; those of removed experiments count. */
export function listRunsOfRecipes(db: LabDatabase, experimentId: string): readonly RecipeRun[] {
  return db.statement<[string], RecipeRun>(
    `SELECT run.id AS runId, run.number, run.folder, run.experiment_id AS experimentId, experiment.name AS experimentName, run.arm, run.seed,
       arm.recipe_hash AS recipeHash, run.outcomes, (SELECT environment FROM job WHERE job.run_id = run.id ORDER BY job.position DESC LIMIT 1) AS environment
     FROM run JOIN arm ON arm.experiment_id = run.experiment_id AND arm.name = run.arm JOIN experiment ON experiment.id = run.experiment_id
     WHERE arm.recipe_hash IN (SELECT recipe_hash FROM arm WHERE experiment_id = ?)
       AND EXISTS (SELECT 1 FROM job WHERE job.run_id = run.id) AND NOT EXISTS (SELECT 1 FROM job WHERE job.run_id = run.id AND job.state <> 'done')
     ORDER BY run.created_ms, run.number`,
  ).all(experimentId);
}

/** What two runs said to each test item, where both answered and the texts differ; indices in item order. */
export function listDifferingAnswers(db: LabDatabase, one: number, other: number): readonly number[] {
  return db.statement<[number, number], { itemIndex: number }>(
    `SELECT a.item_index AS itemIndex FROM prediction a JOIN prediction b ON b.item_index = a.item_index
     WHERE a.run_number = ? AND b.run_number = ? AND (a.raw IS NOT b.raw) ORDER BY a.item_index`,
  ).all(one, other).map((row) => row.itemIndex);
}

/** Artifacts but checkpoints of a run: role and hash. */
export function listArtifactHashes(db: LabDatabase, runNumber: number): readonly { readonly role: string; readonly sha256: string }[] {
  return db.statement<[number], { role: string; sha256: string }>("SELECT role, sha256 FROM artifact WHERE run_number = ? AND role <> 'checkpoint' ORDER BY role, path").all(runNumber);
}
