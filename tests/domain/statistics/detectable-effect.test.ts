import { describe, expect, test } from "vitest";
import { itemsForSeeds, itemsNeeded, seedsNeeded, smallestDetectable } from "../../../workers/domain/statistics/detectable-effect.ts";
import { normalQuantile, tQuantile } from "../../../workers/domain/statistics/distributions.ts";
import { noiseFloor, noiseFloorOfTwo, spreadOf } from "../../../workers/domain/statistics/spread.ts";
import { meanOf, sampleVariance } from "../../../workers/domain/statistics/moments.ts";
import { randomFrom, unitFrom } from "../../../workers/domain/statistics/random.ts";
import { numberOf, reasonOf } from "./estimates.ts";

test("Miller 2024: ω² = 1/9, δ = 0.03 at 80 % power needs 968.997, that is 969 items", () => {
  const items = numberOf(itemsNeeded({ effect: 0.03, itemVariance: 1 / 9 }));
  expect(items).toBeCloseTo(968.997, 3);
  expect(Math.ceil(items)).toBe(969);
});

test("answers that vary need more items, asked several times fewer again", () => {
  const once = numberOf(itemsNeeded({ effect: 0.03, itemVariance: 1 / 9, answerVariances: [0.1, 0.1] }));
  const fourTimes = numberOf(itemsNeeded({ effect: 0.03, itemVariance: 1 / 9, answerVariances: [0.1 / 4, 0.1 / 4] }));
  expect(once / 968.997).toBeCloseTo((1 / 9 + 0.2) / (1 / 9), 4);
  expect(fourTimes).toBeLessThan(once);
});

describe("smallest detectable effect", () => {
  const parts = { seed: 0.001, item: 0.12, residual: 0.04 };

  test("on these items is (t(0.975) + t(0.8)) standard errors of the seeds", () => {
    const error = Math.sqrt(0.001 / 10 + 0.04 / 470);
    const found = numberOf(smallestDetectable(parts, { seeds: 10, items: 47, otherItems: false }));
    expect(found).toBeCloseTo((tQuantile(0.975, 9) + tQuantile(0.8, 9)) * error, 12);
  });

  test("is really found in about 80 % of repeats (normal model, K = 10)", () => {
    const seedParts = { seed: 1, item: 0, residual: 0 };
    const effect = numberOf(smallestDetectable(seedParts, { seeds: 10, items: 1, otherItems: false }));
    const random = randomFrom(5);
    let found = 0;
    const repeats = 4_000;
    for (let repeat = 0; repeat < repeats; repeat++) {
      const seeds = Array.from({ length: 10 }, () => effect + normalQuantile(unitFrom(random)));
      if (Math.abs(meanOf(seeds)) > tQuantile(0.975, 9) * Math.sqrt(sampleVariance(seeds) / 10)) found++;
    }
    expect(found / repeats).toBeGreaterThan(0.77);
    expect(found / repeats).toBeLessThan(0.83);
  });

  test("the seeds asked for are the fewest that find the effect", () => {
    const wanted = { effect: 0.03, items: 47, otherItems: false };
    const seeds = numberOf(seedsNeeded(parts, wanted));
    const at = (count: number) => numberOf(smallestDetectable(parts, { seeds: count, items: 47, otherItems: false }));
    expect(at(seeds)).toBeLessThanOrEqual(0.03);
    expect(at(seeds - 1)).toBeGreaterThan(0.03);
  });

  test("no number of seeds makes up for too few items, and the other way round", () => {
    expect(reasonOf(seedsNeeded(parts, { effect: 0.01, items: 47, otherItems: true }))).toMatch(/more items are needed/);
    expect(reasonOf(itemsForSeeds(parts, { effect: 0.01, seeds: 3 }))).toMatch(/more seeds are needed/);
    expect(numberOf(itemsForSeeds(parts, { effect: 0.05, seeds: 10 }))).toBeGreaterThan(47);
  });

  test("says why there is none", () => {
    expect(reasonOf(smallestDetectable(parts, { seeds: 1, items: 47, otherItems: false }))).toMatch(/one seed/);
    expect(reasonOf(smallestDetectable(parts, { seeds: 3, items: 1, otherItems: true }))).toMatch(/one item/);
    expect(reasonOf(smallestDetectable({ seed: 0, item: 0, residual: 0 }, { seeds: 3, items: 5, otherItems: false }))).toMatch(/no variation/);
    expect(reasonOf(seedsNeeded({ seed: 0, item: 0, residual: 0 }, { effect: 1, items: 5, otherItems: false }))).toMatch(/no variation/);
    expect(reasonOf(seedsNeeded(parts, { effect: 0, items: 5, otherItems: false }))).toMatch(/above zero/);
    expect(reasonOf(itemsNeeded({ effect: 0, itemVariance: 1 }))).toMatch(/above zero/);
  });
});

describe("noise floor", () => {
  test("of one mean and of two", () => {
    const scores = [10, 12, 14, 16];
    const spread = numberOf(spreadOf(scores));
    expect(numberOf(noiseFloor(scores))).toBeCloseTo((tQuantile(0.975, 3) * spread) / 2, 12);
    expect(numberOf(noiseFloorOfTwo(scores, scores))).toBeCloseTo(tQuantile(0.975, 6) * spread * Math.sqrt(2 / 4), 12);
  });

  test("says why there is none", () => {
    expect(reasonOf(noiseFloor([3]))).toMatch(/one seed/);
    expect(reasonOf(noiseFloor([3, 3]))).toMatch(/same score/);
    expect(reasonOf(noiseFloorOfTwo([3], [3, 4]))).toMatch(/two seeds/);
    expect(reasonOf(noiseFloorOfTwo([3, 3], [4, 4]))).toMatch(/same score/);
    expect(reasonOf(spreadOf([]))).toMatch(/no run/);
  });
});
