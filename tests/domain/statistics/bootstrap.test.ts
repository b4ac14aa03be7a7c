import { describe, expect, test } from "vitest";
import { accelerationOf, basicInterval, bcaInterval, percentileInterval, resampledMeans } from "../../../workers/domain/statistics/bootstrap-interval.ts";
import { effectIntervals } from "../../../workers/domain/statistics/effect-interval.ts";
import { meanOf, sampleVariance } from "../../../workers/domain/statistics/moments.ts";
import { indexBelow, randomFrom, unitFrom } from "../../../workers/domain/statistics/random.ts";
import { resampleEffects } from "../../../workers/domain/statistics/two-way-bootstrap.ts";
import { boundsOf } from "./estimates.ts";
import { gridOf, randomOutcomes } from "./grids.ts";
import { cellsOf, combinedCells } from "../../../workers/domain/statistics/cells.ts";

describe("bootstrap of a mean", () => {
  const sample = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213];
  const mean = meanOf(sample);
  const sorted = resampledMeans(sample, 1_000_000, randomFrom(1));
  const acceleration = accelerationOf([sample.map((one) => one - mean)]);

  test.each([
    ["basic", basicInterval(sorted, mean, 0.95), 23.77, 79.12],
    ["percentile", percentileInterval(sorted, 0.95), 28.86, 84.21],
    ["BCa", bcaInterval(sorted, { estimate: mean, acceleration }, 0.95), 32.31, 91.43],
  ])("%s interval is within 0.5 %% of the published one", (_, found, low, high) => {
    const [foundLow, foundHigh] = boundsOf(found);
    expect(Math.abs(foundLow / low - 1)).toBeLessThan(0.005);
    expect(Math.abs(foundHigh / high - 1)).toBeLessThan(0.005);
  });
});

describe("two-way bootstrap", () => {
  // A seed that lifts or sinks every item at once: what resampling item by item would lose.
  const movedTogether = gridOf(Array.from({ length: 20 }, (_, row) => Array.from({ length: 40 }, () => (row % 2 === 0 ? 1 : -1))));

  test("keeps whole seeds together: the standard error is the seeds', not that of independent items", () => {
    const effects = resampleEffects([{ cells: movedTogether, sign: 1 }], { seeds: true, items: true, resamples: 20_000, random: randomFrom(1) });
    const error = Math.sqrt(sampleVariance(effects));
    expect(error).toBeGreaterThan(0.97 / Math.sqrt(20));
    expect(error).toBeLessThan(1.03 / Math.sqrt(20));
  });

  test("keeps whole items together: the standard error is the items'", () => {
    const cells = gridOf(Array.from({ length: 20 }, () => Array.from({ length: 40 }, (_, item) => (item % 2 === 0 ? 1 : -1))));
    const effects = resampleEffects([{ cells, sign: 1 }], { seeds: true, items: true, resamples: 20_000, random: randomFrom(1) });
    expect(Math.sqrt(sampleVariance(effects)) * Math.sqrt(40)).toBeCloseTo(1, 1);
  });

  test("the seeds-only standard error equals the closed form s · √((K − 1) / K) / √K", () => {
    const random = randomFrom(4);
    const cells = gridOf(Array.from({ length: 10 }, () => Array.from({ length: 47 }, () => (unitFrom(random) < 0.4 ? 1 : 0))));
    const scores = Array.from({ length: 10 }, (_, row) => meanOf(cells.values.subarray(row * 47, row * 47 + 47)));
    const wanted = Math.sqrt((sampleVariance(scores) * 0.9) / 10);
    const effects = resampleEffects([{ cells, sign: 1 }], { seeds: true, items: false, resamples: 100_000, random: randomFrom(2) });
    expect(Math.abs(Math.sqrt(sampleVariance(effects)) / wanted - 1)).toBeLessThan(0.005);
  });

  test("the items-only standard error equals the closed form", () => {
    const random = randomFrom(5);
    const cells = gridOf(Array.from({ length: 3 }, () => Array.from({ length: 47 }, () => (unitFrom(random) < 0.4 ? 1 : 0))));
    const items = Array.from({ length: 47 }, (_, item) => ((cells.values[item] ?? 0) + (cells.values[47 + item] ?? 0) + (cells.values[94 + item] ?? 0)) / 3);
    const wanted = Math.sqrt((sampleVariance(items) * 46) / 47 / 47);
    const effects = resampleEffects([{ cells, sign: 1 }], { seeds: false, items: true, resamples: 100_000, random: randomFrom(2) });
    expect(Math.abs(Math.sqrt(sampleVariance(effects)) / wanted - 1)).toBeLessThan(0.005);
  });

  test("gives the same values through the packed loop and the loop for absent cells", () => {
    const columns = Array.from({ length: 7 }, (_, row) => randomOutcomes(47, randomFrom(row), { pass: 0.5 }));
    const settings = { seeds: false, items: true, resamples: 2_000 };
    const fast = resampleEffects([{ cells: cellsOf(columns, 47, "exclude"), sign: 1 }], { ...settings, random: randomFrom(3) });
    // An eighth run without an outcome forces the slow loop and must change nothing.
    const slow = resampleEffects([{ cells: cellsOf([...columns, ".".repeat(47)], 47, "exclude"), sign: 1 }], { ...settings, random: randomFrom(3) });
    for (const [index, one] of fast.entries()) expect(slow[index]).toBeCloseTo(one, 12);
  });

  test.each([3, 40, 63, 64, 90, 130])("takes differences of differences too, from −2 to 2: with every value doubled every effect is, for %i seeds", (seeds) => {
    const cells = combinedCells([1, -1].map((weight) => ({ cells: cellsOf(Array.from({ length: seeds }, (_, row) => randomOutcomes(47, randomFrom(row * 2 + weight + 7), { pass: 0.5, error: seeds === 90 ? 0.1 : 0 })), 47, "exclude"), weight })));
    const doubled = combinedCells([{ cells, weight: 2 }]);
    expect(Math.max(...doubled.values)).toBe(2);
    expect(Math.min(...doubled.values)).toBe(-2);
    const settings = { seeds: true, items: true, resamples: 50 };
    const [once, twice] = [cells, doubled].map((one) => resampleEffects([{ cells: one, sign: 1 }], { ...settings, random: randomFrom(3) }));
    for (const [index, effect] of (once ?? []).entries()) expect(twice?.[index]).toBeCloseTo(2 * effect, 12);
  });

  test("with absent cells each drawn seed has its own divisor: the same as summing cell by cell", () => {
    for (const [items, seeds, absent] of [[47, 10, 0.3], [30, 130, 0.02], [5, 4, 0.7]] as const) {
      const columns = Array.from({ length: seeds }, (_, row) => `p${randomOutcomes(items - 1, randomFrom(row + 40), { pass: 0.5, error: absent })}`);
      const cells = cellsOf(columns, items, "exclude");
      const [found, random] = [resampleEffects([{ cells, sign: 1 }], { seeds: true, items: true, resamples: 60, random: randomFrom(9) }), randomFrom(9)];
      let at = 0;
      while (at < found.length) {
        const drawnItems = Array.from({ length: items }, () => indexBelow(items, random));
        const drawnSeeds = Array.from({ length: seeds }, () => indexBelow(seeds, random));
        const means = drawnSeeds.flatMap((seed) => {
          const answered = drawnItems.filter((item) => cells.present[seed * items + item] === 1);
          return answered.length === 0 ? [] : [answered.reduce((sum, item) => sum + (cells.values[seed * items + item] ?? 0), 0) / answered.length];
        });
        if (means.length > 0) expect(found[at++]).toBeCloseTo(meanOf(means), 12);
      }
    }
  });

  test("a difference of two groups draws the seeds of each and the items of both", () => {
    const alternating = (byItem: boolean) => gridOf(Array.from({ length: 8 }, (_, row) => Array.from({ length: 40 }, (_, item) => ((byItem ? item : row) % 2 === 0 ? 1 : 0))));
    const difference = (a: boolean, b: boolean): number => {
      const groups = [{ cells: alternating(a), sign: 1 as const }, { cells: alternating(b), sign: -1 as const }];
      return sampleVariance(resampleEffects(groups, { seeds: true, items: true, resamples: 20_000, random: randomFrom(1) }));
    };
    // What is the same on every item cancels, since both groups get the same items; what is the seeds' does not, and adds up.
    expect(difference(true, true)).toBeLessThan(1e-20);
    expect(difference(false, false) / (2 * (0.25 / 8))).toBeCloseTo(1, 1);
  });

  test("redraws what holds no answered cell instead of calling it zero", () => {
    const cells = cellsOf(["p...", ".p.."], 4, "exclude");
    const effects = resampleEffects([{ cells, sign: 1 }], { seeds: true, items: true, resamples: 500, random: randomFrom(1) });
    expect([...new Set(effects)]).toEqual([1]);
    expect(() => resampleEffects([{ cells: cellsOf(["...."], 4, "exclude"), sign: 1 }], { seeds: true, items: true, resamples: 1, random: randomFrom(1) })).toThrow(/answered cell/);
  });

  test("BCa is undefined where every resample lies on one side or the skew is too strong", () => {
    const sorted = Float64Array.from([1, 2, 3, 4]);
    expect(bcaInterval(sorted, { estimate: 9, acceleration: 0 }, 0.95)).toMatchObject({ kind: "undefined", why: expect.stringMatching(/one side/) as unknown });
    expect(bcaInterval(sorted, { estimate: 3.5, acceleration: 0.6 }, 0.95)).toMatchObject({ kind: "undefined", why: expect.stringMatching(/skewed/) as unknown });
  });

  test("with more than 127 seeds the wider lanes add up right", () => {
    const cells = gridOf(Array.from({ length: 200 }, () => Array.from({ length: 9 }, () => 1)));
    const effects = resampleEffects([{ cells, sign: 1 }], { seeds: true, items: true, resamples: 50, random: randomFrom(1) });
    expect([...new Set(effects)]).toEqual([1]);
  });

  test("same seed, same bytes; another seed, other bytes", () => {
    const cells = gridOf(Array.from({ length: 10 }, (_, row) => Array.from({ length: 47 }, (_, item) => ((row * 7 + item * 3) % 5 < 2 ? 1 : 0))));
    const bytes = (seed: number): string => {
      const effects = resampleEffects([{ cells, sign: 1 }], { seeds: true, items: true, resamples: 1_000, random: randomFrom(seed) });
      return Buffer.from(effects.buffer).toString("base64");
    };
    expect(bytes(1)).toBe(bytes(1));
    expect(bytes(1)).not.toBe(bytes(2));
  });

  test("intervals shrink with more items and with more seeds", () => {
    const width = (seeds: number, items: number): number => {
      const random = randomFrom(11);
      const cells = gridOf(Array.from({ length: seeds }, () => Array.from({ length: items }, () => (unitFrom(random) < 0.3 ? 1 : 0) - (unitFrom(random) < 0.3 ? 1 : 0))));
      const found = effectIntervals([{ cells, sign: 1 }], { scope: "items-like-these", resamples: 4_000, random: randomFrom(1), level: 0.95 });
      const [low, high] = boundsOf(found.adjusted);
      return high - low;
    };
    expect(width(10, 400)).toBeLessThan(width(10, 50));
    expect(width(40, 50)).toBeLessThan(width(5, 50));
  });
});
