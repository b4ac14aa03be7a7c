import { describe, expect, test } from "vitest";
import { analyseExperiment } from "../../../workers/domain/analysis/analyse-experiment.ts";
import type { ColumnSet } from "../../../workers/domain/analysis/compare.ts";
import { compare } from "../../../workers/domain/analysis/compare.ts";
import { randomFrom } from "../../../workers/domain/statistics/random.ts";
import { boundsOf, numberOf, reasonOf } from "../statistics/estimates.ts";
import { randomOutcomes } from "../statistics/grids.ts";
import { sweep, sweepBase, sweepRuns } from "./reference-sweep.ts";

const setup = { items: 47, resamples: 2_000 };
const base: ColumnSet = { name: "base", columns: [{ seed: null, outcomes: sweepBase }] };
const lora: ColumnSet = { name: "lora", columns: sweepRuns };
const side = (name: string, columns: readonly string[], firstSeed = 1): ColumnSet => ({ name, columns: columns.map((outcomes, index) => ({ seed: firstSeed + index, outcomes })) });

describe("comparing with the base", () => {
  test("gives the arm's own effect and intervals, and the other way round their mirror image", () => {
    const effect = analyseExperiment(sweep, { resamples: 2_000 }).arms[0]?.all.effect;
    const forth = compare(base, lora, setup);
    const back = compare(lora, base, setup);
    expect(forth.differencePoints).toEqual(effect?.points);
    expect(numberOf(back.differencePoints)).toBeCloseTo(-numberOf(forth.differencePoints), 12);
    const [low, high] = boundsOf(forth.theseItems.adjusted);
    const [mirrorLow, mirrorHigh] = boundsOf(back.theseItems.adjusted);
    expect(boundsOf(effect?.theseItems.adjusted ?? { kind: "undefined", why: "no arm" })[0]).toBeGreaterThan(-7);
    expect(mirrorLow).toBeCloseTo(-high, 9);
    expect(mirrorHigh).toBeCloseTo(-low, 9);
  });

  test("lists what was fixed, broken and unstable", () => {
    const { fixed, broke, unstable, gains, losses } = compare(base, lora, setup);
    expect(fixed).toEqual([13, 14, 15]);
    expect(broke).toEqual([16, 17, 18, 19]);
    expect(unstable).toEqual([20, 21, 22, 23, 24, 25]);
    expect(gains).toEqual([13, 14, 15, 24, 25]);
    expect(losses).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
  });
});

describe("comparing two arms", () => {
  const column = (seed: number, pass: number): string => randomOutcomes(60, randomFrom(seed), { pass });
  const low = [1, 2, 3, 4, 5].map((seed) => column(seed, 0.3));
  const high = [6, 7, 8, 9, 10].map((seed) => column(seed, 0.6));
  const sixty = { items: 60, resamples: 4_000 };

  test("pairs seeds where both sides have the same ones, whatever their order", () => {
    const paired = compare(side("a", low), { name: "b", columns: side("b", high).columns.toReversed() }, sixty);
    expect(paired.pairing).toBe("items-and-seeds");
    expect(compare(side("a", low), side("b", high, 2), sixty).pairing).toBe("items");
    expect(compare(side("a", low), side("b", high.slice(1)), sixty).pairing).toBe("items");
  });

  test("finds a difference that is there, and its noise floor", () => {
    const unpaired = compare(side("a", low), side("b", high, 20), sixty);
    expect(numberOf(unpaired.differencePoints)).toBeGreaterThan(20);
    expect(boundsOf(unpaired.itemsLikeThese.adjusted)[0]).toBeGreaterThan(0);
    expect(numberOf(unpaired.noiseFloorPoints)).toBeLessThan(20);
    expect(numberOf(unpaired.differenceItems)).toBeCloseTo((numberOf(unpaired.differencePoints) * 60) / 100, 9);
  });

  test("says why an interval is missing", () => {
    expect(reasonOf(compare(side("a", low.slice(1)), side("b", high.slice(4)), sixty).theseItems.adjusted)).toMatch(/one seed/);
    expect(reasonOf(compare(side("a", ["."]), side("b", ["p"]), { ...sixty, items: 1 }).differencePoints)).toMatch(/no item/);
    expect(reasonOf(compare(side("a", []), side("b", high), sixty).differencePoints)).toMatch(/no item/);
  });
});

describe("comparing two single runs", () => {
  test("is exact McNemar with gains and losses both ways", () => {
    const strict = side("strict", ["fffffffffp"]);
    const flexible = side("flexible", ["pppppppffp"], 9);
    const { mcnemar, gains, losses } = compare(strict, flexible, { items: 10 });
    expect([mcnemar.gains, mcnemar.losses]).toEqual([7, 0]);
    expect(numberOf(mcnemar.p)).toBe(0.015625);
    expect([gains.length, losses.length]).toEqual([7, 0]);
  });

  test("more than one run a side has no McNemar", () => {
    expect(reasonOf(compare(base, lora, setup).mcnemar.p)).toMatch(/two single runs/);
  });

  test("unanswered items are left out, counted and named", () => {
    const found = compare(side("a", ["pp.e"]), side("b", ["pf.p"], 2), { items: 4 });
    expect(found.unjudged).toEqual([2, 3]);
    expect(found.excludedCells).toBe(3);
    expect(numberOf(found.differencePoints)).toBe(-50);
    expect(numberOf(compare(side("a", ["pp.e"]), side("b", ["pf.p"], 2), { items: 4, counting: "as-fail" }).differencePoints)).toBe(0);
  });
});

test("Holm runs over the single-run tests among all pairs of arms", () => {
  const runs = [0, 1, 2].map((arm) => ({ runId: `r${arm}`, arm: `arm ${arm}`, seed: 1, outcomes: "p".repeat(8 * arm) + "f".repeat(47 - 8 * arm), setAside: false }));
  const { comparisons } = analyseExperiment({ items: 47, base: sweepBase, runs }, { resamples: 500 });
  expect(comparisons.map((one) => [one.a, one.b])).toEqual([["arm 0", "arm 1"], ["arm 0", "arm 2"], ["arm 1", "arm 2"]]);
  expect(comparisons.map((one) => numberOf(one.mcnemar.p))).toEqual([0.0078125, 2 ** -15, 0.0078125]);
  expect(comparisons.map((one) => numberOf(one.mcnemar.holmP))).toEqual([0.015625, 3 * 2 ** -15, 0.015625]);
});
