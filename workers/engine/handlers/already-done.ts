import { listDoneRuns, type DoneRun } from "../../database/runs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { sha256 } from "../../database/tasks.ts";
import type { ExperimentPlan } from "../../domain/experiment/experiment.ts";
import { planRuns } from "../../domain/experiment/plan-runs.ts";
import { canonicalJson } from "../../domain/task/canonical.ts";
import { taskHash, type Task } from "../../domain/task/task.ts";
import { storedArms } from "../experiment-arms.ts";

/** A planned run whose like has been done already. */
export type AlreadyDone = { readonly arm: string; readonly seed: number | null; readonly done: DoneRun };

/** The planned runs of which one with the same task, recipe, seed and scoring is done and complete, in any experiment of the lab. */
export function alreadyDone(db: LabDatabase, plan: ExperimentPlan, task: Task): readonly AlreadyDone[] {
  const recipes = new Map(storedArms(plan, taskHash(task, sha256)).map(({ name, recipeHash }) => [name, recipeHash]));
  const score = canonicalJson(plan.score);
  return planRuns(plan).flatMap(({ arm, seed, jobs }) => {
    const candidates = listDoneRuns(db, recipes.get(arm.name) ?? "", seed);
    const done = candidates.find((run) => run.kinds.length === jobs.length && jobs.every((kind) => run.kinds.includes(kind)) && !run.outcomes.includes(".") && canonicalJson(run.plan.score) === score);
    return done === undefined ? [] : [{ arm: arm.name, seed, done }];
  });
}
