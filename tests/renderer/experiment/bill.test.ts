import { describe, expect, it } from "vitest";
import { billByArm, billSentence } from "../../../renderer/features/experiment/bill/bill-sums.ts";
import type { BillRow } from "../../../workers/contract/views.ts";
import { armCosts } from "../../../workers/domain/analysis/bill-spread.ts";

const nothing = { load: null, compile: null, train: null, save: null, score: null };

function row(arm: string, seconds: Partial<BillRow["seconds"]>, more: Partial<BillRow> = {}): BillRow {
  return {
    runId: arm, arm, seed: null, seconds: { ...nothing, ...seconds }, promptTokens: null, completionTokens: null, promptTokensPerCall: null, artifactBytes: null,
    trainableParameters: null, peakRssMib: null, peakCudaMib: null, energyWh: null, energyCoverage: null, energyWhByPhase: nothing, workSeconds: Object.values(seconds).reduce<number>((sum, one) => sum + (one ?? 0), 0), takenOver: null, ...more,
  };
}

describe("the bill's sentence", () => {
  it("adds to each arm's calls what they have above the base on its path", () => {
    const rows = [row("skill", { score: 4 }, { promptTokensPerCall: 300 }), row("base", { score: 2 }, { promptTokensPerCall: 100 }), row("exact", {}, { promptTokensPerCall: 500 })];
    const arms = [{ name: "skill", substrate: "prompt", path: "peft/bf16" }, { name: "base", substrate: "none", path: "peft/bf16" }, { name: "exact", substrate: "prompt", path: "peft/fp32" }] as const;
    const costs = armCosts(rows, arms);
    expect(billSentence(billByArm(rows), costs)).toBe("3 runs took 6.0 s of work. skill adds 200 prompt tokens to every call. Energy is not known: no power readings were taken while it ran.");
  });

  it("counts work that was done once, once", () => {
    const rows = [row("lora", { train: 30, score: 4 }), row("combined", { train: 30, score: 5 }, { workSeconds: 5, takenOver: { what: "training", run: "lora" } })];
    expect(billSentence(billByArm(rows), [])).toContain("2 runs took 39 s of work. What 1 run took over from another run is not counted again.");
    expect(billByArm(rows).map((arm) => arm.totalSeconds), "an arm costs what it costs").toEqual([34, 35]);
  });
});
