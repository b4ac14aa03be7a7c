import { describe, expect, test } from "vitest";
import { clopperPearsonInterval, wilsonInterval } from "../../../workers/domain/statistics/proportion-interval.ts";
import { boundsOf, reasonOf } from "./estimates.ts";

/** Half of the last printed digit, at least 1e-9. */
const within = (found: number, wanted: number, digits: number): void => {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(Math.max(1e-9, 0.5 * 10 ** -digits));
};

describe("Clopper–Pearson", () => {
  test.each([
    [20, 100, 0.95, 0.1266555521019559, 0.2918426890886281, 12],
    [3, 50, 0.99, 0.006872485, 0.202706269, 9],
    [24, 47, 0.95, 0.3606447034, 0.6592430352, 10],
    [0, 10, 0.95, 0, 0.3084971, 7],
    [10, 10, 0.95, 0.6915029, 1, 7],
  ])("%i of %i at %d: %d to %d", (...row) => {
    const [successes, trials, level, low, high, digits] = row;
    const [foundLow, foundHigh] = boundsOf(clopperPearsonInterval(successes, trials, level));
    within(foundLow, low, digits);
    within(foundHigh, high, digits);
  });
});

describe("Wilson", () => {
  test.each([
    [3, 10, 0.1077913, 0.6032219, 7],
    [19, 38, 0.348499283643951, 0.651500716356049, 12],
    [0, 47, 0, 0.0755576042, 10],
    [47, 47, 0.9244423958, 1, 10],
    [24, 47, 0.3724245375, 0.6472444497, 10],
    [40, 47, 0.7231437758, 0.9259328, 10],
  ])("%i of %i: %d to %d", (...row) => {
    const [successes, trials, low, high, digits] = row;
    const [foundLow, foundHigh] = boundsOf(wilsonInterval(successes, trials));
    within(foundLow, low, digits);
    within(foundHigh, high, digits);
  });

  test("is exactly 0 or 1 at the ends", () => {
    expect(boundsOf(wilsonInterval(0, 47))[0]).toBe(0);
    expect(boundsOf(wilsonInterval(47, 47))[1]).toBe(1);
  });
});

test("no answered item has no interval", () => {
  expect(reasonOf(wilsonInterval(0, 0))).toMatch(/no item/);
  expect(reasonOf(clopperPearsonInterval(0, 0))).toMatch(/no item/);
});
