import { describe, expect, it } from "vitest";
import { withKind } from "../../renderer/features/new-sweep/arm-kinds.ts";
import { listText, listValue } from "../../renderer/features/new-sweep/list-text.ts";
import { readForm, withValue } from "../../renderer/features/new-sweep/yaml-form.ts";
import { parseExperimentFile } from "../../workers/contract/experiment-file.ts";

const file = (arm: string): string => `name: e\ntask: router-47\nbase: builtin:smollm2-135m\nseeds: 1..3\narms:\n  - ${arm}\n`;
const isSound = (yaml: string): boolean => parseExperimentFile(yaml, "e.yaml").kind === "experiment";

describe("an arm in the form", () => {
  it("takes along what its new kind can have, and nothing that it cannot", () => {
    const both = file("{ name: a, prompt: { shots: 2 }, lora: { rank: 4 }, train: { epochs: 2 }, both: combined-at-scoring, seeds: 1..2, train_items: 6, grid: { rank: [2, 4] } }");
    expect(isSound(both)).toBe(true);
    for (const to of ["base", "prompt", "lora", "prefix", "prompt+prefix"] as const) expect([to, isSound(withKind(both, ["arms", 0], { from: "prompt+lora", to }))]).toEqual([to, true]);
    const prefix = withKind(both, ["arms", 0], { from: "prompt+lora", to: "prompt+prefix" });
    expect(prefix).toContain("combined-at-scoring");
    expect(withKind(both, ["arms", 0], { from: "prompt+lora", to: "prompt" })).not.toContain("both");
  });

  it("shows a list without its brackets and reads it back, numbers as numbers", () => {
    const yaml = withValue(file("{ name: a, lora: {} }"), ["arms", 0, "grid", "lr"], listValue("1e-4, 0.003,"));
    expect(listText(readForm(yaml)?.text(["arms", 0, "grid", "lr"]) ?? "")).toBe("0.0001, 0.003");
    expect(isSound(yaml)).toBe(true);
    expect(listValue("builtin:smollm2-135m, ./model")).toEqual(["builtin:smollm2-135m", "./model"]);
    expect(listValue(" , ")).toEqual([]);
  });
});
