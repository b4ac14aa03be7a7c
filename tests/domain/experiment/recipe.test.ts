import { describe, expect, it } from "vitest";
import { defaultLora, defaultTrain } from "../../../workers/domain/experiment/defaults.ts";
import { canonicalRecipe } from "../../../workers/domain/experiment/recipe.ts";
import { arm, loraArm, samplePlan } from "./plans.ts";

const recipe = canonicalRecipe(samplePlan, loraArm, "hash");

describe("a recipe", () => {
  it("does not change with the arm's name, the repeats or the margins", () => {
    const score = { ...samplePlan.score, repeats: 9, margins: true };
    expect(canonicalRecipe({ ...samplePlan, score }, { ...loraArm, name: "other" }, "hash")).toBe(recipe);
  });

  it("changes with whatever decides an answer", () => {
    const trainable = { kind: "lora", lora: { ...defaultLora, rank: 8 } } as const;
    const others = [
      canonicalRecipe(samplePlan, arm("lora", { trainable }), "hash"),
      canonicalRecipe(samplePlan, { ...loraArm, train: { ...defaultTrain, epochs: 9 } }, "hash"),
      canonicalRecipe(samplePlan, { ...loraArm, path: { runtime: "peft", dtype: "fp32" } }, "hash"),
      canonicalRecipe({ ...samplePlan, base: { kind: "folder", path: "./m" } }, loraArm, "hash"),
      canonicalRecipe({ ...samplePlan, score: { ...samplePlan.score, batch: 1 } }, loraArm, "hash"),
      canonicalRecipe(samplePlan, loraArm, "another task"),
    ];
    expect(new Set([recipe, ...others]).size).toBe(7);
  });
});
