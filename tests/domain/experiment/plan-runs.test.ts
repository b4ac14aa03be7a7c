import { describe, expect, it } from "vitest";
import { defaultCompile, defaultSkillPrompt } from "../../../workers/domain/experiment/defaults.ts";
import type { Arm } from "../../../workers/domain/experiment/experiment.ts";
import { planRuns } from "../../../workers/domain/experiment/plan-runs.ts";
import { loraArm, prefixArm, samplePlan } from "./plans.ts";

describe("the runs of a plan", () => {
  it("scores base and prompt once, then trains and scores seed by seed", () => {
    const runs = planRuns({ ...samplePlan, arms: [prefixArm, ...samplePlan.arms], seeds: [7, 1] });
    expect(runs.map((run) => [run.arm.name, run.seed, run.jobs.join("→")])).toEqual([
      ["base", null, "score"],
      ["prompt", null, "score"],
      ["prefix", 7, "train→score"],
      ["lora", 7, "train→score"],
      ["prefix", 1, "train→score"],
      ["lora", 1, "train→score"],
    ]);
  });

  it("draws nothing where both seeds of a training are fixed: one run without a seed, as many as its text has where that is written", () => {
    const fixedSeeds = { init: 1, order: 2 };
    const compiled: Arm = { ...loraArm, name: "compiled", prompt: { ...defaultSkillPrompt, skill: { kind: "compile", compile: defaultCompile } }, fixedSeeds };
    const runs = planRuns({ arms: [{ ...loraArm, fixedSeeds }, { ...loraArm, name: "init", fixedSeeds: { init: 1 } }, compiled], seeds: [1, 2] });
    expect(runs.map((run) => [run.arm.name, run.seed, run.jobs.join("→")])).toEqual([
      ["lora", null, "train→score"],
      ["init", 1, "train→score"],
      ["compiled", 1, "compile→train→score"],
      ["init", 2, "train→score"],
      ["compiled", 2, "compile→train→score"],
    ]);
    expect(planRuns({ arms: [{ ...loraArm, fixedSeeds }], seeds: [] })).toHaveLength(1);
  });

  it("needs no seeds where nothing is trained", () => {
    expect(planRuns({ arms: samplePlan.arms.slice(0, 2), seeds: [] })).toHaveLength(2);
  });
});
