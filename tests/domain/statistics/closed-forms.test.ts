import { describe, expect, test } from "vitest";
import { bradleyTerry, eloOf, eloWithIntervals } from "../../../workers/domain/statistics/bradley-terry.ts";
import { clusteredMean } from "../../../workers/domain/statistics/clustered-error.ts";
import { expectedBest } from "../../../workers/domain/statistics/expected-best.ts";
import { holmAdjusted } from "../../../workers/domain/statistics/holm.ts";
import { passAll, passAny } from "../../../workers/domain/statistics/pass-k.ts";
import { randomFrom } from "../../../workers/domain/statistics/random.ts";
import { meanRanks, spearman } from "../../../workers/domain/statistics/spearman.ts";
import { varianceParts } from "../../../workers/domain/statistics/variance-parts.ts";
import { boundsOf, numberOf, reasonOf } from "./estimates.ts";
import { penicillinTable } from "./penicillin.ts";

test("Holm's adjustment, in the order given", () => {
  const raw = [0.8385413676, 0.6421939238, 0.6808459476, 0.9678338243, 0.7162693824, 0.1770969527, 5.23656777e-5, 0.0202732689, 2.8140506e-4, 0.0149877311];
  const wanted = [1, 1, 1, 1, 1, 1, 5.23656777e-4, 0.14191288, 0.00253264556, 0.11990185];
  const found = holmAdjusted(raw);
  wanted.forEach((p, index) => expect(Math.abs((found[index] ?? 0) - p)).toBeLessThan(5e-9));
});

describe("clustered standard error", () => {
  test("of four clusters, without and with C / (C − 1)", () => {
    const { mean, uncorrected, corrected } = clusteredMean([[1, 1, 0], [0, 0], [1, 1, 1, 0], [1]]);
    expect(numberOf(mean)).toBeCloseTo(0.6, 12);
    expect(numberOf(uncorrected)).toBeCloseTo(0.1414213562, 10);
    expect(numberOf(corrected)).toBeCloseTo(0.1632993162, 10);
  });

  test("one cluster has a mean and no error", () => {
    const { mean, corrected } = clusteredMean([[1, 0], []]);
    expect(numberOf(mean)).toBe(0.5);
    expect(reasonOf(corrected)).toMatch(/one cluster/);
    expect(reasonOf(clusteredMean([]).mean)).toMatch(/no values/);
  });
});

describe("variance parts", () => {
  test("the penicillin assay: plate 0.7169082126, sample 3.7309178744, residual 0.3024154589 are variances", () => {
    const { row, column, residual, negative } = varianceParts(penicillinTable);
    expect(numberOf(row)).toBeCloseTo(0.7169082126, 9);
    expect(numberOf(column)).toBeCloseTo(3.7309178744, 9);
    expect(numberOf(residual)).toBeCloseTo(0.3024154589, 9);
    expect(negative).toEqual([]);
  });

  test("a negative part is shown as 0 and named", () => {
    const { row, negative } = varianceParts([[0, 1], [1, 0]]);
    expect(numberOf(row)).toBe(0);
    expect(negative).toEqual(["row", "column"]);
  });

  test("one row cannot be taken apart", () => {
    expect(reasonOf(varianceParts([[1, 2, 3]]).row)).toMatch(/two rows/);
    expect(reasonOf(varianceParts([]).residual)).toMatch(/two rows/);
  });
});

describe("Bradley–Terry", () => {
  const wins = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]];

  test("log-strengths 0, −2.94907, −0.47957, 0.26895", () => {
    const fitted = bradleyTerry(wins);
    if (fitted.kind === "undefined") throw new Error(fitted.why);
    [0, -2.94907, -0.47957, 0.26895].forEach((wanted, index) => expect(fitted.logStrengths[index]).toBeCloseTo(wanted, 5));
  });

  test("expected wins equal observed wins at the maximum", () => {
    const fitted = bradleyTerry(wins);
    if (fitted.kind === "undefined") throw new Error(fitted.why);
    wins.forEach((row, a) => {
      const expected = row.reduce((sum, count, b) => {
        const gap = (fitted.logStrengths[b] ?? 0) - (fitted.logStrengths[a] ?? 0);
        return a === b ? sum : sum + (count + (wins[b]?.[a] ?? 0)) / (1 + Math.exp(gap));
      }, 0);
      expect(expected).toBeCloseTo(row.reduce((sum, count) => sum + count, 0), 6);
    });
  });

  test("ten to one is 400 Elo points at ten-to-one odds", () => {
    const fitted = bradleyTerry([[0, 100], [10, 0]]);
    if (fitted.kind === "undefined") throw new Error(fitted.why);
    const [first, second] = eloOf(fitted.logStrengths);
    expect((first ?? 0) - (second ?? 0)).toBeCloseTo(400, 6);
    expect((first ?? 0) + (second ?? 0)).toBeCloseTo(3000, 6);
  });

  test("bootstrap intervals hold the estimate and narrow with more games", () => {
    const of = (scale: number) => eloWithIntervals(wins.map((row) => row.map((count) => Math.ceil(count / scale))), { resamples: 300, random: randomFrom(1), level: 0.95 });
    const widths = [1, 10].map((scale) => of(scale).map(({ elo, interval }) => {
      const [low, high] = boundsOf(interval);
      expect(low).toBeLessThan(numberOf(elo));
      expect(high).toBeGreaterThan(numberOf(elo));
      return high - low;
    }));
    widths[0]?.forEach((narrow, index) => expect(narrow).toBeLessThan(widths[1]?.[index] ?? 0));
  });

  test("who never loses has no finite strength", () => {
    const unbeaten = bradleyTerry([[0, 5, 5], [0, 0, 3], [0, 2, 0]]);
    expect(unbeaten.kind).toBe("undefined");
    expect(bradleyTerry([[0]]).kind).toBe("undefined");
  });
});

describe("expected best of n", () => {
  test("of one draw is the mean, of two distinct values by hand, and rises to the maximum", () => {
    expect(numberOf(expectedBest([1, 2, 3, 6], 1))).toBeCloseTo(3, 12);
    expect(numberOf(expectedBest([0, 1], 2))).toBeCloseTo(0.75, 12);
    expect(numberOf(expectedBest([1, 2, 3, 6], 1_000))).toBeCloseTo(6, 9);
    expect(reasonOf(expectedBest([], 3))).toMatch(/no run/);
    expect(reasonOf(expectedBest([1], 0))).toMatch(/one draw/);
  });

  test("ties count once with their whole weight", () => {
    // F jumps from 0 to 2/3 at 1: 1·(2/3)² + 4·(1 − (2/3)²).
    expect(numberOf(expectedBest([1, 4, 1], 2))).toBeCloseTo(4 / 9 + (4 * 5) / 9, 12);
  });
});

describe("pass^k and pass@k", () => {
  test("by hand for 2 of 4", () => {
    const item = [{ passed: 2, answered: 4 }];
    expect(numberOf(passAll(item, 2))).toBeCloseTo(1 / 6, 12);
    expect(numberOf(passAny(item, 2))).toBeCloseTo(5 / 6, 12);
    expect(numberOf(passAll(item, 3))).toBe(0);
    expect(numberOf(passAny(item, 3))).toBe(1);
  });

  test("leave out items with fewer than k answers", () => {
    expect(numberOf(passAll([{ passed: 2, answered: 2 }, { passed: 0, answered: 1 }], 2))).toBe(1);
    expect(reasonOf(passAll([{ passed: 1, answered: 1 }], 2))).toMatch(/answered 2 times/);
  });
});

describe("Spearman", () => {
  test("ties share their mean rank", () => {
    expect(meanRanks([10, 20, 10, 5])).toEqual([2.5, 4, 2.5, 1]);
  });

  test("0.6 for 1 2 3 4 5 against 2 1 5 3 4, by the sum of squared differences", () => {
    // Σd² = 1 + 1 + 4 + 1 + 1 = 8, ρ = 1 − 6·8 / (5·24) = 0.6
    const { rho, interval } = spearman([[1, 2], [2, 1], [3, 5], [4, 3], [5, 4]]);
    expect(numberOf(rho)).toBeCloseTo(0.6, 12);
    const [low, high] = boundsOf(interval);
    const half = 1.959963984540054 * Math.sqrt((1 + 0.36 / 2) / 2);
    expect(low).toBeCloseTo(Math.tanh(Math.atanh(0.6) - half), 9);
    expect(high).toBeCloseTo(Math.tanh(Math.atanh(0.6) + half), 9);
  });

  test("says why there is none", () => {
    expect(reasonOf(spearman([[1, 2], [2, 1]]).rho)).toMatch(/three pairs/);
    expect(reasonOf(spearman([[1, 2], [1, 1], [1, 3]]).rho)).toMatch(/does not vary/);
    expect(reasonOf(spearman([[1, 1], [2, 2], [3, 3]]).interval)).toMatch(/four pairs/);
    expect(reasonOf(spearman([[1, 1], [2, 2], [3, 3], [4, 4]]).interval)).toMatch(/perfectly/);
  });
});
