import { canonicalJson } from "../task/canonical.ts";
import type { Arm, ExperimentPlan } from "./experiment.ts";

/**
 * The text whose SHA-256 names a recipe: everything that determines what a run says, apart from its seed. The arm's
 * name, the gate, repeats and margins do not change an answer and are left out.
 */
export function canonicalRecipe(plan: Pick<ExperimentPlan, "base" | "score">, arm: Arm, taskHash: string): string {
  return canonicalJson({
    format: "flipbook-recipe-1",
    taskHash,
    base: plan.base,
    path: arm.path,
    prompt: arm.prompt,
    trainable: arm.trainable,
    train: arm.train,
    score: { decoding: plan.score.decoding, batch: plan.score.batch, maxNewTokens: plan.score.maxNewTokens },
  });
}
