import { canonicalJson } from "../task/canonical.ts";
import type { Arm, ExperimentPlan, PromptSettings } from "./experiment.ts";
import { writerIdentity } from "./skill-source.ts";

/**
 * The text whose SHA-256 names a recipe: everything that determines what a run says, apart from its seed. The arm's
 * name and seeds, the gate, repeats, margins and prices do not change an answer and are left out.
 */
export function canonicalRecipe(plan: Pick<ExperimentPlan, "base" | "score">, arm: Arm, taskHash: string): string {
  return canonicalJson({
    format: "flipbook-recipe-1",
    taskHash,
    base: arm.base ?? plan.base,
    path: arm.path,
    prompt: arm.prompt === null ? null : promptRecipe(arm.prompt),
    trainable: arm.trainable,
    train: arm.train,
    score: { decoding: plan.score.decoding, batch: plan.score.batch, maxNewTokens: plan.score.maxNewTokens },
    trainItems: arm.trainItems,
    fixedSeeds: arm.fixedSeeds,
    // Trained together is what recipes meant before there was a choice.
    both: arm.both === "combined-at-scoring" ? arm.both : undefined,
  });
}

function promptRecipe({ skill, ...rest }: PromptSettings): object {
  if (skill === undefined) return rest;
  switch (skill.kind) {
    case "file":
      return { ...rest, skill };
    case "text":
      return { ...rest, skill: { kind: skill.kind, text: skill.text } };
    case "compile": {
      const { writer, log, ...settings } = skill.compile;
      return { ...rest, skill: { kind: skill.kind, ...settings, writer: writerIdentity(writer), log: log?.text ?? null } };
    }
  }
}
