import { describe, expect, test } from "vitest";
import { compare } from "../../../workers/domain/analysis/compare.ts";
import { compareSentence } from "../../../renderer/features/experiment/compare/compare-sentence.ts";

const setup = { items: 40, resamples: 1_000 };
const side = (name: string, outcomes: readonly string[], seeded = true) => ({ name, columns: outcomes.map((one, at) => ({ seed: seeded ? at + 1 : null, outcomes: one })) });
const base = side("base", ["p".repeat(20) + "f".repeat(20)], false);

describe("a comparison in words", () => {
  test("says how far, in which interval, and that zero is in it", () => {
    const seeds = [18, 21, 19, 22].map((passes) => "p".repeat(passes) + "f".repeat(40 - passes));
    expect(compareSentence(compare(base, side("lora", seeds), setup))).toMatch(/^B stands level with A \(0\.0 points; items like these −\d+\.\d to \+\d+\.\d\)\. That interval includes zero, so there may be no difference\.$/u);
  });

  test("of two runs without seeds speaks of other items only", () => {
    const prompt = side("prompt", ["p".repeat(36) + "ffff"], false);
    expect(compareSentence(compare(base, prompt, setup))).toMatch(/^B stands 16 items above A \(\+40\.0 points; other items under these runs \d+\.\d to \+\d+\.\d\)\.$/u);
  });

  test("says why there is no interval, or no difference", () => {
    expect(compareSentence(compare(base, side("same", [base.columns[0]?.outcomes ?? ""], false), setup))).toMatch(/^B stands level with A \(0\.0 points\); there is no interval: no variation/u);
    expect(compareSentence(compare(base, side("none", []), setup))).toBe("The two cannot be compared: no item was answered on both sides.");
  });
});
