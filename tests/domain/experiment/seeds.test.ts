import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSeeds, largestSeed, parseSeeds } from "../../../workers/domain/experiment/seeds.ts";

describe("seeds as text", () => {
  it("reads ranges, lists and both, in the order they are written", () => {
    expect(parseSeeds("1..5")).toEqual({ kind: "seeds", seeds: [1, 2, 3, 4, 5] });
    expect(parseSeeds(" 9, 1 .. 3,7 ")).toEqual({ kind: "seeds", seeds: [9, 1, 2, 3, 7] });
    expect(parseSeeds("0")).toEqual({ kind: "seeds", seeds: [0] });
  });

  it("writes the shortest text", () => {
    expect(formatSeeds([1, 2, 3, 7])).toBe("1..3, 7");
    expect(formatSeeds([4, 5, 9])).toBe("4, 5, 9");
    expect(formatSeeds([])).toBe("");
  });

  it("reads back what it writes", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: largestSeed })), { minLength: 1, maxLength: 60 }), (seeds) => {
        expect(parseSeeds(formatSeeds(seeds))).toEqual({ kind: "seeds", seeds });
      }),
    );
  });

  it.each([
    ["", "There are 0 seeds."],
    ["5..2", "The range 5..2 runs backwards."],
    ["1..1001", "1001 seeds are more than the 1000 that one experiment can have."],
    ["1..4000000000", "4000000000 seeds are more than the 1000 that one experiment can have."],
    ["1..600, 701..1300", "1200 seeds are more than the 1000 that one experiment can have."],
    ["1..3, 2", "Seed 2 is named twice."],
    ["4294967296", "Seed 4294967296 is too large."],
    ["-1", '"-1" is neither a seed nor a range of seeds.'],
    ["1,,2", '"" is neither a seed nor a range of seeds.'],
    ["1.5", '"1.5" is neither a seed nor a range of seeds.'],
  ])("refuses %j", (text, message) => {
    expect(parseSeeds(text)).toMatchObject({ kind: "problem", message });
  });

  it("offers the turned range", () => {
    expect(parseSeeds("5..2")).toMatchObject({ fix: "Write 2..5." });
  });
});
