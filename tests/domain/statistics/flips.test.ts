import { describe, expect, test } from "vitest";
import { cellsOf, differencesFrom } from "../../../workers/domain/statistics/cells.ts";
import {
  accuracyChange,
  correctnessChurn,
  countFlips,
  errorCompatibility,
  negativeFlipRate,
  positiveFlipRate,
  predictionChurn,
  trustCompatibility,
} from "../../../workers/domain/statistics/flips.ts";
import { multiplicityOf } from "../../../workers/domain/statistics/multiplicity.ts";
import { numberOf, reasonOf } from "./estimates.ts";

describe("flips of a run against the base", () => {
  const flips = countFlips("ppppffffff", "pffpppffff", { items: 10, counting: "exclude" });

  test("count gains, losses and what stays", () => {
    expect(flips).toEqual({ bothPass: 2, bothFail: 4, gains: 2, losses: 2, compared: 10, excluded: 0 });
  });

  test("rates have all items as denominator", () => {
    expect(numberOf(positiveFlipRate(flips))).toBe(0.2);
    expect(numberOf(negativeFlipRate(flips))).toBe(0.2);
    expect(numberOf(accuracyChange(flips))).toBe(0);
    expect(numberOf(correctnessChurn(flips))).toBe(0.4);
  });

  test("backward trust compatibility divides by the base's passes, error compatibility by the run's fails", () => {
    expect(numberOf(trustCompatibility(flips))).toBe(0.5);
    // 4 both wrong of 6 wrong now (not of the 6 wrong before, as one published program has it).
    const uneven = countFlips("ppppffffff", "pffppppfff", { items: 10, counting: "exclude" });
    expect(numberOf(errorCompatibility(uneven))).toBe(3 / 5);
  });

  test("a base without a pass and a run without a fail leave them undefined", () => {
    expect(reasonOf(trustCompatibility(countFlips("ff", "pf", { items: 2, counting: "exclude" })))).toMatch(/no item right/);
    expect(reasonOf(errorCompatibility(countFlips("pf", "pp", { items: 2, counting: "exclude" })))).toMatch(/no item wrong/);
  });
});

describe("errors and missing outcomes", () => {
  const design = { items: 6 };
  test("are left out and counted as left out", () => {
    expect(countFlips("ppppff", "pe.fp", { ...design, counting: "exclude" })).toEqual({ bothPass: 1, bothFail: 0, gains: 1, losses: 1, compared: 3, excluded: 3 });
  });

  test("are wrong only where that is asked for", () => {
    expect(countFlips("ppppff", "pe.fp", { ...design, counting: "as-fail" })).toEqual({ bothPass: 1, bothFail: 1, gains: 1, losses: 3, compared: 6, excluded: 0 });
  });

  test("on every item leave nothing to compare", () => {
    const none = countFlips("pf", "e.", { items: 2, counting: "exclude" });
    for (const rate of [positiveFlipRate, negativeFlipRate, accuracyChange, correctnessChurn]) expect(reasonOf(rate(none))).toMatch(/no item was answered/);
  });
});

test("churn counts differently wrong, and skips what was not answered", () => {
  expect(numberOf(predictionChurn([0, 1, 2, -1], [0, 2, 2, 1], () => true))).toBe(0.5);
  expect(numberOf(predictionChurn([0, 1, 2, -1], [0, 2, 2, 1], (item) => item !== 1))).toBe(1 / 3);
  expect(reasonOf(predictionChurn([0], [1], () => false))).toMatch(/no item/);
});

describe("ambiguity and discrepancy", () => {
  const against = (base: string, runs: string[]) => {
    const cells = cellsOf(runs, base.length, "exclude");
    return multiplicityOf(differencesFrom(cellsOf([base], base.length, "exclude"), cells));
  };

  test("are the share any seed flips and the most one seed flips", () => {
    const { ambiguity, discrepancy } = against("pppppfffff", ["ppppffffff", "ffpppfffff", "pppppfffff"]);
    expect(numberOf(ambiguity)).toBe(0.3);
    expect(numberOf(discrepancy)).toBe(0.2);
  });

  test("count only items that were judged", () => {
    expect(numberOf(against("pp..", ["fpff"]).ambiguity)).toBe(0.5);
    expect(reasonOf(against("....", ["pppp"]).ambiguity)).toMatch(/no item/);
  });
});
