import { describe, expect, it } from "vitest";
import type { SourceTrace } from "../../../workers/contract/trace-view.ts";
import { around, narrowestMs, panned, withNeighbours, within, zoomed } from "../../../renderer/features/machine/trace/time-window.ts";
import { bandsOf, joined, peak } from "../../../renderer/features/machine/trace/trace-points.ts";

const bounds = { fromMs: 0, toMs: 1_000_000 };

describe("the part of time that is shown", () => {
  it("keeps the moment under the pointer in its place when it zooms", () => {
    expect(zoomed({ fromMs: 100_000, toMs: 300_000 }, 0.5, { aroundMs: 150_000, bounds })).toEqual({ fromMs: 125_000, toMs: 225_000 });
    expect(zoomed({ fromMs: 125_000, toMs: 225_000 }, 2, { aroundMs: 150_000, bounds })).toEqual({ fromMs: 100_000, toMs: 300_000 });
  });

  it("is never narrower than a few readings nor wider than what there is", () => {
    expect(zoomed({ fromMs: 0, toMs: 6_000 }, 0.01, { aroundMs: 3_000, bounds })).toEqual({ fromMs: 500, toMs: 500 + narrowestMs });
    expect(zoomed({ fromMs: 0, toMs: 900_000 }, 10, { aroundMs: 0, bounds })).toEqual(bounds);
  });

  it("stops at the ends when it is moved", () => {
    expect(panned({ fromMs: 0, toMs: 100_000 }, -50_000, bounds)).toEqual({ fromMs: 0, toMs: 100_000 });
    expect(panned({ fromMs: 800_000, toMs: 900_000 }, 500_000, bounds)).toEqual({ fromMs: 900_000, toMs: 1_000_000 });
    expect(within({ fromMs: -5, toMs: 5_000_000 }, bounds)).toEqual(bounds);
  });

  it("has room around a run, and is fetched with its neighbourhood", () => {
    expect(around({ fromMs: 100_000, toMs: 1_100_000 })).toEqual({ fromMs: 50_000, toMs: 1_150_000 });
    expect(withNeighbours({ fromMs: 100, toMs: 300 })).toEqual({ fromMs: 0, toMs: 400 });
  });
});

const source = (times: readonly number[], min: readonly (number | null)[], max = min): SourceTrace => ({
  kind: "machine", key: "machine", name: "this machine", totalMib: 100, powerKind: null, times, fields: [{ field: "freeMib", min, max }], gaps: [],
});

describe("the points of a chart", () => {
  it("are bands from the smallest to the largest value, turned where used memory is shown instead of free", () => {
    const bands = bandsOf({ source: source([0, 1, 2], [10, null, 30], [20, null, 30]), field: "freeMib", turn: (free) => 100 - free });
    expect(bands).toEqual([{ x: 0, band: [80, 90] }, { x: 1, band: null }, { x: 2, band: [70, 70] }]);
    expect(bandsOf({ source: source([5], [1]), field: "load" })).toEqual([{ x: 5, band: null }]);
  });

  it("of two lines lie on common times, with a line through neighbours and none across a gap", () => {
    const one = bandsOf({ source: source([0, 10, 20], [0, 10, null]), field: "freeMib" });
    const other = bandsOf({ source: source([5, 15], [7, 8]), field: "freeMib" });
    expect(joined([one, other])).toEqual([
      { x: 0, bands: [[0, 0], null] }, { x: 5, bands: [[5, 5], [7, 7]] }, { x: 10, bands: [[10, 10], [7.5, 7.5]] },
      { x: 15, bands: [null, [8, 8]] }, { x: 20, bands: [null, null] },
    ]);
  });

  it("have a peak, or none where nothing is known", () => {
    expect(peak(joined([bandsOf({ source: source([0, 1, 2], [1, 2, 3], [4, 9, 3]), field: "freeMib" })]), 0)).toBe(9);
    expect(peak([{ x: 0, bands: [null] }], 0)).toBeNull();
  });
});
