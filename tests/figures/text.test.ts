import fc from "fast-check";
import { expect, test } from "vitest";
import { fit, isCovered, widthOf, wrap } from "../../renderer/figures/text/measure.ts";
import { counted, significant, whole } from "../../renderer/figures/text/numbers.ts";
import { powers, powerText, ticks } from "../../renderer/figures/frame/axis.ts";
import { round } from "../../renderer/figures/marks.ts";

const sans = { face: "sans-regular", size: 11 } as const;

test("a text that is cut fits its room and ends with an ellipsis", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 0, max: 300 }), (content, room) => {
      const cut = fit(content, room, sans);
      expect(widthOf(cut, sans)).toBeLessThanOrEqual(room + 0.001);
      if (cut !== content.replace(/[ \t\r\n]+/gu, " ").trim() && cut !== "") expect(cut.endsWith("…")).toBe(true);
    }),
  );
});

test("wrapped lines fit, lose no word, and never break at a no-break space", () => {
  const lines = wrap("Any two seeds agree on 24 to 34 of the 47 predictions, on average 59.6\u00a0%.", 160, sans);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(widthOf(line, sans)).toBeLessThanOrEqual(160);
  expect(lines.join(" ")).toContain("59.6\u00a0%");
});

test("the figure fonts cover what figures write, and say what they do not cover", () => {
  expect(isCovered("Fleiss κ 0.51 · ρ −0.02 · t(0.975, K − 1) · s / √K · α ↔ ▲ ▼ … ½ ² é ß Ж")).toBe(true);
  expect(isCovered("漢字")).toBe(false);
});

test("numbers are written one way only", () => {
  expect([round(1 / 3), round(-0.001), round(12), round(0.005)]).toEqual(["0.33", "0", "12", "0.01"]);
  expect([whole(1234567), whole(-1200), whole(999)]).toEqual(["1,234,567", "−1,200", "999"]);
  expect([significant(0), significant(3.5e-6), significant(0.0312), significant(1.84), significant(1204)]).toEqual(["0", "3.5e−6", "0.031", "1.84", "1,204"]);
  expect([counted(1, "item"), counted(2, "item"), counted(2, "adapter", "adapters")]).toEqual(["1 item", "2 items", "2 adapters"]);
});

test("ticks are round and lie inside their range", () => {
  expect(ticks(33.2, 64.1, 7)).toEqual([35, 40, 45, 50, 55, 60]);
  expect(ticks(5, 5, 4)).toEqual([5]);
  expect(powers(0.0008, 2.3).map(powerText)).toEqual(["0.001", "0.01", "0.1", "1"]);
  expect(powers(0.026, 0.637).map(powerText)).toEqual(["0.05", "0.1", "0.2", "0.5"]);
  expect(powers(0.2, 0.3)).toHaveLength(3);
});
