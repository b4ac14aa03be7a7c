import { describe, expect, it } from "vitest";
import { differenceWords, firstDifference } from "../../../workers/domain/analysis/first-difference.ts";
import type { TrainingTrace } from "../../../workers/domain/analysis/first-difference.ts";
import { sameTexts, skillSentence } from "../../../workers/domain/analysis/skill-sentence.ts";

const steps = ["a", "b", "c"].map((digest, index) => ({ step: index + 1, digest, loss: 3 - index }));
const trace: TrainingTrace = { inputsSha256: "i", initDigest: "w", orderDigest: "o", steps };
const changed = (step: number, change: Partial<TrainingTrace["steps"][number]>): TrainingTrace => ({ ...trace, steps: steps.map((one) => (one.step >= step ? { ...one, ...change } : one)) });

describe("where two trainings under one seed part", () => {
  it("is nowhere where every digest is the same", () => {
    expect(firstDifference(trace, structuredClone(trace))).toEqual({ kind: "none" });
  });

  it("is named by the first part that differs, in the order in which the parts come about", () => {
    expect(firstDifference(trace, { ...changed(1, { digest: "x" }), inputsSha256: "j", initDigest: "v" })).toEqual({ kind: "inputs" });
    expect(firstDifference(trace, { ...changed(1, { digest: "x" }), initDigest: "v", orderDigest: "p" })).toEqual({ kind: "init" });
    expect(firstDifference(trace, { ...changed(1, { digest: "x" }), orderDigest: "p" })).toEqual({ kind: "order" });
    expect(firstDifference(trace, changed(2, { digest: "x" }))).toEqual({ kind: "step", step: 2, by: "weights" });
    expect(firstDifference(trace, changed(3, { digest: "x", loss: 9 }))).toEqual({ kind: "step", step: 3, by: "loss" });
    expect(firstDifference(trace, { ...trace, steps: steps.slice(0, 2) })).toEqual({ kind: "length", steps: [3, 2] });
  });

  it("goes by the loss where the weights were not hashed, and calls nothing different that only one side knows", () => {
    const blind = { ...trace, initDigest: null, steps: steps.map((one) => ({ ...one, digest: null })) };
    expect(firstDifference(blind, trace)).toEqual({ kind: "none" });
    expect(firstDifference(blind, changed(2, { loss: 7 }))).toEqual({ kind: "step", step: 2, by: "loss" });
    expect(firstDifference({ ...trace, steps: [] }, { ...trace, steps: [] })).toEqual({ kind: "unknown" });
  });

  it("can be said", () => {
    expect(differenceWords({ kind: "step", step: 12, by: "weights" })).toBe("first weights and order are the same; step 12 is the first after which the weights differ");
    expect(differenceWords({ kind: "init" })).toBe("the first weights differ already");
  });
});

describe("texts that a model wrote", () => {
  const text = (name: string, sha256: string, inputSha256 = "in") => ({ name, sha256, inputSha256 });

  it("are told apart by their hash, and twins are named", () => {
    expect(skillSentence([])).toBeNull();
    expect(skillSentence([text("seed 1", "a"), text("seed 2", "b")])).toBe("Two texts were written from byte-identical input; no two of them are the same.");
    expect(skillSentence([text("seed 1", "a"), text("seed 2", "b"), text("seed 3", "b")])).toBe("Three texts were written from byte-identical input; two of them differ: seed 2 and seed 3 are the same.");
    expect(skillSentence([text("seed 1", "a"), text("seed 2", "a")])).toBe("Two texts were written from byte-identical input; all of them are the same.");
    expect(skillSentence([text("seed 1", "a"), text("seed 2", "b", "other")])).toContain("from two different inputs");
    expect(sameTexts([text("one", "a"), text("two", "b"), text("three", "a")])).toEqual([["one", "three"], ["two"]]);
  });
});
