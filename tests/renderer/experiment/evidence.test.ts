import { describe, expect, test } from "vitest";
import { agreementSentence } from "../../../renderer/features/experiment/agreement/agreement-sentence.ts";
import { pairItems } from "../../../renderer/features/experiment/agreement/pair-items.ts";
import { labelsSentence } from "../../../renderer/features/experiment/labels/labels-sentence.ts";
import { batchFigures } from "../../../renderer/features/experiment/spread/batches.ts";
import { runFlips } from "../../../renderer/features/experiment/spread/run-flips.ts";
import { inventedSource } from "../../figures/invented-source.ts";

const source = inventedSource({ arms: [["lora", "lora"]], resamples: 50 });
const [arm] = source.analysis.arms;
if (arm === undefined) throw new Error("the invented experiment has no arm");

describe("what a dot or a cell leads to", () => {
  test("a run's won and lost items are as many as the analysis counts", () => {
    for (const { runId, flips } of arm.all.runs) {
      const found = runFlips(source.matrix, runId);
      expect([found?.gains.length, found?.losses.length]).toEqual([flips.gains, flips.losses]);
    }
    expect(arm.all.runs.some(({ flips }) => flips.gains > 0 && flips.losses > 0)).toBe(true);
    expect(runFlips(inventedSource({ base: false, resamples: 20 }).matrix, "lora-1")).toBeNull();
    expect(runFlips(source.matrix, "nobody")).toBeNull();
  });

  test("two runs differ on the items that their agreement leaves", () => {
    const { predictions, correctness } = arm.all.agreement;
    const [a, b] = [arm.all.runs[0]?.runId ?? "", arm.all.runs[3]?.runId ?? ""];
    for (const [kind, matrix] of [["prediction", predictions], ["outcome", correctness]] as const) {
      const found = pairItems(source.matrix, { a, b }, kind);
      expect(1 - (found?.differing.length ?? 0) / (found?.compared ?? 0)).toBeCloseTo(matrix?.share[0]?.[3] ?? NaN, 9);
    }
    expect(pairItems(source.matrix, { a, b }, "prediction")).not.toEqual(pairItems(source.matrix, { a, b }, "outcome"));
  });
});

describe("seeds by batch", () => {
  const batch = (runId: string, at: number) => [runId, { batch: at < 2 ? "pilot" : "batch 1" }] as const;
  const views = new Map(arm.all.runs.map(({ runId }, at) => batch(runId, at)));

  test("each batch has its own mean and spread", () => {
    const batches = batchFigures(arm.all.runs, views);
    expect(batches.map(({ batch: name, seeds }) => [name, seeds.length])).toEqual([["pilot", 2], ["batch 1", arm.all.runs.length - 2]]);
    const scores = arm.all.runs.slice(0, 2).map((run) => (run.score.pass / source.matrix.items.length) * 100);
    const [pilot] = batches;
    expect(pilot?.mean).toMatchObject({ kind: "value" });
    expect(pilot?.mean.kind === "value" ? pilot.mean.value : NaN).toBeCloseTo(((scores[0] ?? 0) + (scores[1] ?? 0)) / 2, 9);
    expect(pilot?.spread.kind === "value" ? pilot.spread.value : NaN).toBeCloseTo(Math.abs((scores[0] ?? 0) - (scores[1] ?? 0)) / Math.SQRT2, 9);
  });

  test("one batch alone is not told apart", () => {
    expect(batchFigures(arm.all.runs, new Map(arm.all.runs.map(({ runId }) => [runId, { batch: "batch 1" }])))).toEqual([]);
  });
});

test("agreement is counted in items where every run answered all, and in shares where some did not", () => {
  expect(agreementSentence(source.analysis)).toMatch(/^lora: any two seeds agree on \d+ to \d+ of the 47 predictions\.$/u);
  expect(agreementSentence(inventedSource({ errors: true, resamples: 20 }).analysis)).toMatch(/any two seeds agree on \d+\.\d to \d+\.\d % of the predictions that both gave\./u);
  expect(agreementSentence(inventedSource({ seeds: 2, arms: [["lora", "lora"]], resamples: 20 }).analysis)).toMatch(/^lora: its two seeds agree on \d+ of the 47 predictions\.$/u);
  expect(agreementSentence(inventedSource({ seeds: 1, resamples: 20 }).analysis)).toBe("Agreement needs two scored runs of one arm; there is no such pair.");
});

test("labels: the pair that coin flips move between, or why there is none", () => {
  expect(labelsSentence(source.analysis)).toMatch(/^\S+ of \S+ coin flips moves? between .+ and .+\.$/u);
  expect(labelsSentence(inventedSource({ seeds: 1, arms: [["lora", "lora"]], resamples: 20 }).analysis)).toMatch(/^One seed cannot tell a coin flip/u);
  const mute = source.analysis.arms.map((one) => (one.all.labels === null ? one : { ...one, all: { ...one.all, labels: { ...one.all.labels, unstablePairs: [], confusion: (one.all.labels.confusion ?? []).map((cell) => ({ ...cell, predicted: -1 })) } } }));
  expect(labelsSentence({ ...source.analysis, arms: mute })).toBe("No run gave a readable answer, so there is no prediction that could move.");
});
