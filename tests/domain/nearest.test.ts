import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearest } from "../../workers/domain/nearest.ts";

describe("the nearest known word", () => {
  it("finds what was meant behind a slip, another spelling or another case", () => {
    const known = ["rank", "alpha", "dropout", "weight_decay", "max_steps"];
    expect(["rnk", "aplha", "drop-out", "weightDecay", "MAX_STEPS"].map((word) => nearest(word, known))).toEqual(["rank", "alpha", "dropout", "weight_decay", "max_steps"]);
  });

  it("guesses nothing when nothing is near", () => {
    expect(nearest("colour", ["rank", "alpha"])).toBeNull();
    expect(nearest("x", [])).toBeNull();
  });

  it("counts edits", () => {
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("", "abc")).toBe(3);
    expect(editDistance("bf61", "bf16")).toBe(1);
  });

  it("is a distance: 0 only for the same word, the same both ways", () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(editDistance(left, right)).toBe(editDistance(right, left));
        expect(editDistance(left, right) === 0).toBe(left === right);
      }),
    );
  });
});
