import { describe, expect, test } from "vitest";
import { cellsOf } from "../../../workers/domain/statistics/cells.ts";
import { classOf, expectedFalseUnanimous, talliesOf } from "../../../workers/domain/statistics/item-class.ts";

const rule = { withBase: true, reliableShare: 0.8 };

describe("the class of an item over ten seeds", () => {
  test.each([
    [true, 10, "always-pass"],
    [false, 0, "always-fail"],
    [false, 10, "reliable-gain"],
    [false, 8, "reliable-gain"],
    [false, 7, "coin-flip"],
    [true, 0, "reliable-break"],
    [true, 2, "reliable-break"],
    [true, 3, "coin-flip"],
    [true, 9, "coin-flip"],
    [false, 1, "coin-flip"],
  ] as const)("base passes: %s, %i of 10 pass → %s", (base, passed, wanted) => {
    expect(classOf({ base, answered: 10, passed }, rule)).toBe(wanted);
  });

  test("the share r is a setting", () => {
    expect(classOf({ base: false, answered: 10, passed: 7 }, { ...rule, reliableShare: 0.7 })).toBe("reliable-gain");
    expect(classOf({ base: false, answered: 10, passed: 9 }, { ...rule, reliableShare: 1 })).toBe("coin-flip");
  });
});

test("one seed differs from the base without saying what it is", () => {
  expect(classOf({ base: false, answered: 1, passed: 1 }, rule)).toBe("undecided");
  expect(classOf({ base: true, answered: 1, passed: 1 }, rule)).toBe("always-pass");
});

test("without a base, seeds that agree still agree, and the rest is undecided", () => {
  const without = { withBase: false, reliableShare: 0.8 };
  expect(classOf({ base: null, answered: 3, passed: 3 }, without)).toBe("always-pass");
  expect(classOf({ base: null, answered: 3, passed: 0 }, without)).toBe("always-fail");
  expect(classOf({ base: null, answered: 3, passed: 1 }, without)).toBe("undecided");
});

test("no answer from the base or from every seed is no class", () => {
  expect(classOf({ base: null, answered: 3, passed: 3 }, rule)).toBe("unjudged");
  expect(classOf({ base: true, answered: 0, passed: 0 }, rule)).toBe("unjudged");
});

test("tallies leave errors and missing out, or count them as fails", () => {
  const tally = (counting: "exclude" | "as-fail") => talliesOf(cellsOf(["pe", ".p", "ff"], 2, counting), cellsOf(["pe"], 2, counting));
  expect(tally("exclude")).toEqual([{ base: true, answered: 2, passed: 1 }, { base: null, answered: 2, passed: 1 }]);
  expect(tally("as-fail")).toEqual([{ base: true, answered: 3, passed: 1 }, { base: false, answered: 3, passed: 1 }]);
});

test("47 fair coins look unanimous on one side 47 · 2^−10 times", () => {
  expect(expectedFalseUnanimous(47, 10)).toBe(47 / 1024);
});
