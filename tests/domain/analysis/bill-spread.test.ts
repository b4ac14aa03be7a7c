import { describe, expect, it } from "vitest";
import type { PlacedArm } from "../../../workers/domain/analysis/base-arm.ts";
import { armCosts, measured } from "../../../workers/domain/analysis/bill-spread.ts";
import type { RunCost } from "../../../workers/domain/analysis/bill-spread.ts";

const run = (arm: string, more: Partial<RunCost> = {}): RunCost => ({
  arm, seconds: {}, promptTokensPerCall: null, artifactBytes: null, peakRssMib: null, peakCudaMib: null, energyWh: null, takenOver: null, ...more,
});

const arm = (name: string, path = "peft/bf16"): PlacedArm => ({ name, path, substrate: name.endsWith("base") ? "none" : "prompt" });

describe("what an arm costs", () => {
  it("is the mean over its runs with the spread (n − 1), and what was not measured is no zero", () => {
    const [lora] = armCosts([run("lora", { seconds: { train: 10, score: 2, compile: null } }), run("lora", { seconds: { train: 14, score: 2, compile: null } }), run("lora")], []);
    expect(lora?.seconds["train"]).toMatchObject({ runs: 2, mean: { value: 12 }, spread: { value: Math.sqrt(8) } });
    expect(lora?.runs, "the third has not run").toBe("2 of 3");
    expect(Object.keys(lora?.seconds ?? {})).toEqual(["train", "score"]);
    expect(lora?.totalSeconds.mean).toEqual({ kind: "value", value: 14 });
    expect(lora?.energyWh.mean).toEqual({ kind: "undefined", why: "it was not measured" });
    expect(measured([5]).spread).toEqual({ kind: "undefined", why: "one seed has no spread" });
  });

  it("charges a prompt what its calls have above the base's: the reference experiment's tax of 1,383.9 tokens", () => {
    const [base, skill] = armCosts([run("base", { promptTokensPerCall: 651.7 }), run("skill", { promptTokensPerCall: 2035.6 }), run("skill", { promptTokensPerCall: 2035.6 })], [arm("base"), arm("skill")]);
    expect(base?.promptTax.mean).toEqual({ kind: "value", value: 0 });
    expect(skill?.promptTax.mean.kind === "value" && skill.promptTax.mean.value).toBeCloseTo(1383.9, 9);
    expect(armCosts([run("base"), run("skill", { promptTokensPerCall: 9 })], [arm("base"), arm("skill")])[1]?.promptTax.mean).toEqual({ kind: "undefined", why: "the prompts of base were not counted" });
  });

  it("charges every arm against the base on its own path, and says where there is none", () => {
    const rows = [run("base", { promptTokensPerCall: 100 }), run("skill", { promptTokensPerCall: 150 }), run("other base", { promptTokensPerCall: 40 }), run("other skill", { promptTokensPerCall: 60 }), run("alone", { promptTokensPerCall: 70 })];
    const arms = [arm("base"), arm("skill"), arm("other base", "peft/bf16 on ./other"), arm("other skill", "peft/bf16 on ./other"), arm("alone", "peft/fp32")];
    expect(armCosts(rows, arms).map(({ promptTax: { mean } }) => (mean.kind === "value" ? mean.value : mean.why))).toEqual([0, 50, 0, 20, "no base was scored on peft/fp32"]);
  });

  it("does not take the energy of a run's rest for that of a run whose training was taken over", () => {
    const takenOver = { what: "training", run: "lora-s1" } as const;
    const [lora, combined, mixed] = armCosts([run("lora", { energyWh: 5 }), run("combined", { energyWh: 1, takenOver }), run("mixed", { energyWh: 1, takenOver }), run("mixed", { energyWh: 6 })], []);
    expect(lora?.energyWh.mean).toEqual({ kind: "value", value: 5 });
    expect(combined?.energyWh.mean).toEqual({ kind: "undefined", why: "taken over from run lora-s1" });
    expect(mixed?.energyWh).toMatchObject({ runs: 1, mean: { value: 6 } });
  });

  it("adds up what writers were paid: twenty skills for 4.97 are 24.85 cents each", () => {
    const [compiled] = armCosts(Array.from({ length: 20 }, () => run("compiled", { writer: { cost: 4.97 / 20 } })), []);
    expect(compiled?.writerCost).toMatchObject({ runs: 20 });
    expect(compiled?.writerCost.mean.kind === "value" && compiled.writerCost.mean.value).toBeCloseTo(0.2485, 9);
  });
});
