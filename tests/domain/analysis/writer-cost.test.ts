import { expect, test } from "vitest";
import { whyNoCost } from "../../../workers/domain/analysis/writer-cost.ts";

test("a cost that is not known has the reason that is true", () => {
  const prices = { priceIn: 0.15, priceOut: 0.6, reusedFrom: null };
  expect(whyNoCost({ ...prices, priceIn: null, priceOut: null })).toBe("no price given");
  expect(whyNoCost({ ...prices, priceOut: null })).toBe("no price given");
  expect(whyNoCost(prices), "the endpoint gave no usage").toBe("tokens not told");
  expect(whyNoCost({ ...prices, reusedFrom: "text-s1" })).toBe("paid for once, tokens not told");
});
