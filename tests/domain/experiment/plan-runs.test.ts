import { describe, expect, it } from "vitest";
import { planRuns } from "../../../workers/domain/experiment/plan-runs.ts";
import { prefixArm, samplePlan } from "./plans.ts";

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

  it("needs no seeds where nothing is trained", () => {
    expect(planRuns({ arms: samplePlan.arms.slice(0, 2), seeds: [] })).toHaveLength(2);
  });
});
