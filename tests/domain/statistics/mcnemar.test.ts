import { describe, expect, test } from "vitest";
import { chiSquareMcNemar, exactMcNemar } from "../../../workers/domain/statistics/mcnemar.ts";
import { numberOf, reasonOf } from "./estimates.ts";

describe("exact McNemar", () => {
  test.each([
    [121, 59, 4.4344492638e-6, 1e-16],
    [70, 59, 0.378688, 5e-7],
    [30, 60, 0.00206, 5e-6],
    [10, 30, 0.002221, 5e-7],
    [10, 10, 1, 0],
    [3, 3, 1, 0],
    [0, 0, 1, 0],
    [9, 2, 0.0654296875, 1e-12],
    [12, 4, 0.0768127441, 5e-11],
    [6, 0, 0.03125, 1e-12],
    [5, 0, 0.0625, 1e-12],
    [8, 1, 0.0390625, 1e-12],
    [7, 1, 0.0703125, 1e-12],
  ])("%i against %i has p = %d", (b, c, p, tolerance) => {
    expect(Math.abs(exactMcNemar(b, c).p - p)).toBeLessThanOrEqual(tolerance);
    expect(exactMcNemar(c, b)).toEqual(exactMcNemar(b, c));
  });

  test.each([
    [9, 2, 0.0385742188],
    [12, 4, 0.049041748],
  ])("%i against %i has mid-p = %d", (b, c, midP) => {
    expect(Math.abs(exactMcNemar(b, c).midP - midP)).toBeLessThanOrEqual(5e-11);
  });
});

describe("McNemar's chi-square", () => {
  test("121 against 59 with and without correction", () => {
    const corrected = chiSquareMcNemar(121, 59, true);
    const plain = chiSquareMcNemar(121, 59, false);
    expect(numberOf(corrected.statistic)).toBeCloseTo(20.67222, 5);
    expect(Math.abs(numberOf(corrected.p) - 5.450095e-6)).toBeLessThan(5e-13);
    expect(numberOf(plain.statistic)).toBeCloseTo(21.35556, 5);
    expect(Math.abs(numberOf(plain.p) - 3.815136e-6)).toBeLessThan(5e-13);
  });

  test("without a differing item there is no statistic", () => {
    expect(reasonOf(chiSquareMcNemar(0, 0, false).p)).toMatch(/no item differs/);
  });
});
