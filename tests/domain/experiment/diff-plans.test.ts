import { describe, expect, it } from "vitest";
import { diffPlans } from "../../../workers/domain/experiment/diff-plans.ts";
import { defaultLora, defaultTrain } from "../../../workers/domain/experiment/defaults.ts";
import { arm, baseArm, loraArm, samplePlan } from "./plans.ts";

describe("deviations from a frozen experiment", () => {
  it("has none for the same plan", () => {
    expect(diffPlans(samplePlan, structuredClone(samplePlan))).toEqual([]);
  });

  it("names each changed field with both values, arms by name, seeds as a range", () => {
    const lora = arm("lora", { trainable: { kind: "lora", lora: { ...defaultLora, rank: 8 } }, train: { ...defaultTrain, learningRate: 2e-4 } });
    const present = { ...samplePlan, seeds: [1, 2, 3, 4, 5], arms: [baseArm, lora], gate: { freeMib: 100, forSeconds: 5 } };
    expect(diffPlans(samplePlan, present)).toEqual(
      expect.arrayContaining([
        { field: "seeds", frozen: "1..3", present: "1..5" },
        { field: "arms", frozen: "base, prompt, lora", present: "base, lora" },
        { field: "arms.lora.trainable.lora.rank", frozen: "16", present: "8" },
        { field: "arms.lora.train.learningRate", frozen: "0.0001", present: "0.0002" },
        { field: "arms.prompt.prompt.shots", frozen: "8", present: null },
        { field: "gate.freeMib", frozen: null, present: "100" },
      ]),
    );
    expect(diffPlans(samplePlan, present).some((deviation) => deviation.field.startsWith("arms.base"))).toBe(false);
  });

  it("does not call a trained arm changed when only its place in the list is", () => {
    expect(diffPlans(samplePlan, { ...samplePlan, arms: [loraArm, ...samplePlan.arms.slice(0, 2)] }).map((deviation) => deviation.field)).toEqual(["arms"]);
  });
});
