import type { StoredArm } from "../database/experiments.ts";
import { comparedOn } from "../domain/experiment/experiment.ts";
import type { ExperimentPlan } from "../domain/experiment/experiment.ts";
import { recipeHashOf } from "./run-files.ts";

/** A plan's arms as the database keeps them, in the file's order. */
export function storedArms(plan: ExperimentPlan, taskHash: string): readonly StoredArm[] {
  return plan.arms.map((arm) => ({
    name: arm.name,
    substrate: arm.substrate,
    path: comparedOn(arm),
    recipeHash: recipeHashOf(plan, arm, taskHash),
    settings: arm,
  }));
}
