import { describe, expect, test } from "vitest";
import { meanScore, noiseFloor, spreadOf } from "../../../workers/domain/statistics/spread.ts";
import { wilsonInterval } from "../../../workers/domain/statistics/proportion-interval.ts";
import { expectedFalseUnanimous } from "../../../workers/domain/statistics/item-class.ts";
import { boundsOf, numberOf } from "./estimates.ts";

/** A count of passes in percent of the 47 test items. */
const percent = (items: number): number => (items / 47) * 100;

describe("A. LoRA seed sweep, from scores and counts alone", () => {
  // Seeds 1, 2, 3, 6, 10 as published; the other five are three 19s and two 20s in an unpublished order.
  const byPublishedSeed = { 1: 15, 2: 20, 3: 19, 6: 21, 10: 21 };
  const scores = [15, 20, 19, 21, 21, 19, 19, 19, 20, 20];
  const adapters = scores.map(percent);
  const base = percent(21);

  test("21 of 47 is 44.68 %, one item is 2.13 points", () => {
    expect(base.toFixed(2)).toBe("44.68");
    expect(percent(1).toFixed(2)).toBe("2.13");
    const [low, high] = boundsOf(wilsonInterval(21, 47));
    expect(low < 0.4468 && high > 0.4468).toBe(true);
  });

  test("mean 41.06 %, effect −3.62 points or 1.7 items, spread (n − 1) 3.62 points", () => {
    expect(numberOf(meanScore(adapters)).toFixed(2)).toBe("41.06");
    expect((numberOf(meanScore(adapters)) - base).toFixed(2)).toBe("-3.62");
    expect(((numberOf(meanScore(adapters)) - base) / percent(1)).toFixed(1)).toBe("-1.7");
    expect(numberOf(spreadOf(adapters)).toFixed(2)).toBe("3.62");
  });

  test("spread over seeds 3–10 alone is 1.89 points", () => {
    const [one, two] = [byPublishedSeed[1], byPublishedSeed[2]];
    const rest = [...scores];
    for (const published of [one, two]) rest.splice(rest.indexOf(published), 1);
    expect(rest).toHaveLength(8);
    expect(numberOf(spreadOf(rest.map(percent))).toFixed(2)).toBe("1.89");
  });

  test("the five unpublished scores can only be three 19s and two 20s: no other five from 15 to 21 give the mean and both spreads", () => {
    const found: string[] = [];
    const choose = (chosen: readonly number[], least: number): void => {
      if (chosen.length < 5) {
        for (let next = least; next <= 21; next++) choose([...chosen, next], next);
        return;
      }
      const all = [15, 20, 19, 21, 21, ...chosen].map(percent);
      const rest = [19, 21, 21, ...chosen].map(percent);
      const figures = [numberOf(meanScore(all)), numberOf(spreadOf(all)), numberOf(spreadOf(rest))].map((figure) => figure.toFixed(2));
      if (figures.join() === "41.06,3.62,1.89") found.push(chosen.join());
    };
    choose([], 15);
    expect(found).toEqual(["19,19,19,20,20"]);
  });

  test("two tie the base, eight are below, none above", () => {
    expect([scores.filter((one) => one === 21).length, scores.filter((one) => one < 21).length, scores.filter((one) => one > 21).length]).toEqual([2, 8, 0]);
  });

  test("the noise floor t(0.975, 9) · 3.62 / √10 = 2.59 points is below the effect of 3.62: the mean differs from the base on these items", () => {
    expect(numberOf(noiseFloor(adapters)).toFixed(2)).toBe("2.59");
  });

  test("13 + 21 + 13 = 47 items, 3 + 4 + 6 = 13; the base passes 21 − 13 = 8 of the 13 and seed 1 passes 15 − 13 = 2", () => {
    expect([13 + 21 + 13, 3 + 4 + 6, 21 - 13, byPublishedSeed[1] - 13]).toEqual([47, 13, 8, 2]);
    expect(expectedFalseUnanimous(47, 10).toFixed(2)).toBe("0.05");
  });
});

describe("B. prompt-skill compilation, from scores and counts alone", () => {
  const base = percent(23);

  test("20 to 28 of 47 against 23: 42.55 % to 59.57 % against 48.94 %", () => {
    expect([percent(20), percent(28), base].map((one) => one.toFixed(2))).toEqual(["42.55", "59.57", "48.94"]);
  });

  test("239 items over ten skills are a mean effect of +1.91 points: 23.9 − 23 = 0.9 items", () => {
    expect((percent(239 / 10) - base).toFixed(2)).toBe("1.91");
  });

  test("the interval [−4.26, +8.30] is −20 to +39 tenths of an item: its ends are means that ten resampled skills can have", () => {
    expect(percent(-20 / 10).toFixed(2)).toBe("-4.26");
    expect(percent(39 / 10).toFixed(2)).toBe("8.30");
  });

  test("a spread of 4.65 points, 239 items and the range 20 to 28 fit together: ten whole scores with all three exist", () => {
    const fits = (chosen: readonly number[]): boolean => {
      if (chosen.length < 10) return Array.from({ length: 29 - (chosen.at(-1) ?? 20) }, (_, step) => (chosen.at(-1) ?? 20) + step).some((next) => fits([...chosen, next]));
      const total = chosen.reduce((sum, one) => sum + one, 0);
      return total === 239 && chosen.at(-1) === 28 && numberOf(spreadOf(chosen.map(percent))).toFixed(2) === "4.65";
    };
    expect(fits([20])).toBe(true);
  });

  test("over the skills alone the spread of 4.65 points would give ±3.33: the published interval is wider, so its items vary too", () => {
    const half = (2.262157162740992 * 4.65) / Math.sqrt(10);
    expect(half.toFixed(2)).toBe("3.33");
    expect((8.3 + 4.26) / 2).toBeGreaterThan(half);
  });

  test("the prompt tax is 2,035.6 − 651.7 = 1,383.9 tokens a call", () => {
    expect((2035.6 - 651.7).toFixed(1)).toBe("1383.9");
  });

  test("4.97 dollars for twenty skills are 24.85 cents each: the text's 24 is cut, rounded it is 25", () => {
    expect(((4.97 / 20) * 100).toFixed(2)).toBe("24.85");
  });

  test("break-even at 188 calls implies 0.955 dollars per million prompt tokens from 24.85 cents, but 0.922 from the text's 24 cents", () => {
    const price = (cents: number): string => ((cents / 100 / (188 * 1383.9)) * 1e6).toFixed(3);
    expect(price(24.85)).toBe("0.955");
    expect(price(24)).toBe("0.922");
  });

  test("about 5,800 characters at 4 a token would be 1,450 tokens: 66 more than the measured tax of 1,383.9", () => {
    expect((5800 / 4 - 1383.9).toFixed(1)).toBe("66.1");
  });
});
