import { describe, expect, test } from "vitest";
import { chanceCorrected, differingItems, leastAgreeing, pairwiseAgreement } from "../../../workers/domain/statistics/agreement.ts";
import { cochranQ } from "../../../workers/domain/statistics/cochran-q.ts";
import { cohenKappa } from "../../../workers/domain/statistics/cohen-kappa.ts";
import { fleissKappa } from "../../../workers/domain/statistics/fleiss-kappa.ts";
import { krippendorffAlpha } from "../../../workers/domain/statistics/krippendorff-alpha.ts";
import { chiSquareMcNemar } from "../../../workers/domain/statistics/mcnemar.ts";
import { similarityOrder } from "../../../workers/domain/statistics/similarity-order.ts";
import { conoverTable } from "./conover.ts";
import { numberOf, reasonOf } from "./estimates.ts";
import { gridOf, transposed } from "./grids.ts";

const conover = transposed(conoverTable);

describe("Conover's twelve items", () => {
  test("Cochran's Q is 2.8 with p = 0.246597", () => {
    const { q, p, degreesOfFreedom } = cochranQ(gridOf(conover));
    expect(numberOf(q)).toBeCloseTo(2.8, 12);
    expect(Math.abs(numberOf(p) - 0.246597)).toBeLessThan(5e-7);
    expect(degreesOfFreedom).toBe(2);
  });

  test("with two columns Cochran's Q equals McNemar's chi-square without correction", () => {
    const two = cochranQ(gridOf(conover.slice(1)));
    const plain = chiSquareMcNemar(1, 4, false);
    expect(numberOf(two.q)).toBeCloseTo(numberOf(plain.statistic), 12);
    expect(numberOf(two.p)).toBeCloseTo(numberOf(plain.p), 12);
  });

  test("agreement: Fleiss 0.3454545, Krippendorff 0.3636364, pairs 0.8333, 0.75, 0.5833", () => {
    const corrected = chanceCorrected(conover);
    expect(numberOf(corrected.fleiss)).toBeCloseTo(0.3454545, 7);
    expect(numberOf(corrected.krippendorff)).toBeCloseTo(0.3636364, 7);
    const shares = pairwiseAgreement(conover);
    expect([shares[0]?.[1], shares[0]?.[2], shares[1]?.[2]].map((share) => share?.toFixed(4))).toEqual(["0.8333", "0.7500", "0.5833"]);
    expect(leastAgreeing(shares)).toEqual({ a: 1, b: 2, share: 7 / 12 });
    expect(differingItems(conover[1] ?? [], conover[2] ?? [])).toEqual([2, 3, 7, 8, 9]);
  });
});

test("Fleiss' κ of [[7,1],[3,5]] is 0.161905", () => {
  expect(numberOf(fleissKappa([[7, 1], [3, 5]]))).toBeCloseTo(0.161905, 6);
});

test("Cohen's κ of [[0,4,1],[0,8,0],[0,1,5]] is 0.4842", () => {
  expect(numberOf(cohenKappa([[0, 4, 1], [0, 8, 0], [0, 1, 5]]))).toBeCloseTo(0.4842, 4);
});

describe("missing answers", () => {
  // Krippendorff's own worked example (Computing Krippendorff's Alpha-Reliability, section C): nominal α = 0.743.
  const dot = null;
  const raters = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, dot, dot, dot],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, dot, 3],
    [dot, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, dot],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, dot],
  ];

  test("Krippendorff's example with missing answers gives 0.743", () => {
    expect(numberOf(chanceCorrected(raters).krippendorff)).toBeCloseTo(0.743, 3);
  });

  test("Fleiss' κ uses only the items that everyone answered, and says how many", () => {
    expect(chanceCorrected(raters).fleissItems).toBe(8);
  });
});

describe("no variation", () => {
  test("has no κ, no α and no Q", () => {
    const same = [[1, 1, 1], [1, 1, 1]];
    const { fleiss, krippendorff } = chanceCorrected(same);
    expect(reasonOf(fleiss)).toMatch(/no variation/);
    expect(reasonOf(krippendorff)).toMatch(/no variation/);
    expect(reasonOf(cohenKappa([[9, 0], [0, 0]]))).toMatch(/no variation/);
    expect(reasonOf(cochranQ(gridOf(same)).q)).toMatch(/no variation/);
    expect(reasonOf(krippendorffAlpha([[3, 0], [4, 0]]))).toMatch(/no variation/);
  });

  test("one run agrees with nobody", () => {
    expect(reasonOf(chanceCorrected([[0, 1, 1]]).fleiss)).toMatch(/two runs/);
    expect(leastAgreeing(pairwiseAgreement([[0, 1]]))).toBeNull();
  });
});

describe("similarity order", () => {
  test("puts runs that agree side by side", () => {
    const runs = [[0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 0, 1], [0, 0, 0, 0, 1, 1]];
    const order = similarityOrder(pairwiseAgreement(runs));
    expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    expect([order.indexOf(0), order.indexOf(2), order.indexOf(4)].every((at) => Math.abs(at - order.indexOf(2)) <= 1)).toBe(true);
    expect(Math.abs(order.indexOf(1) - order.indexOf(3))).toBe(1);
  });

  test("of nothing is nothing, and of one is one", () => {
    expect(similarityOrder([])).toEqual([]);
    expect(similarityOrder([[1]])).toEqual([0]);
  });
});
