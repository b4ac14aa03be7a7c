import { describe, expect, it } from "vitest";
import { nearnessOf } from "../../renderer/features/experiment/flips/model/nearness.ts";

describe("how near an answer is to being another one", () => {
  it("goes by the distance from the border, whichever side it is on", () => {
    for (const sign of [1, -1]) expect([0, 0.49, 0.5, 1.49, 1.5, 2.99, 3, 40].map((margin) => nearnessOf(sign * margin))).toEqual(["touching", "touching", "near", "near", "within", "within", "far", "far"]);
  });
});
