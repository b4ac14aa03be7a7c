import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockMs, mergeBlocks, type TraceBlock } from "../../../workers/domain/trace/block.ts";
import { blockFromBytes, blockToBytes } from "../../../workers/domain/trace/block-bytes.ts";
import { energyOf } from "../../../workers/domain/trace/energy.ts";
import { peakOf, reduceTrace } from "../../../workers/domain/trace/reduce.ts";
import { traceFields } from "../../../workers/domain/trace/trace-field.ts";

/** Readings of power at moments in milliseconds, cut into minutes. */
function powerBlocks(readings: readonly (readonly [atMs: number, watts: number])[], periodMs = 500): readonly TraceBlock[] {
  const minutes = [...new Set(readings.map(([atMs]) => Math.floor(atMs / blockMs)))];
  return minutes.map((minute) => {
    const own = readings.filter(([atMs]) => Math.floor(atMs / blockMs) === minute);
    return { minute, periodMs, offsets: own.map(([atMs]) => atMs - minute * blockMs), columns: new Map([["powerWatts", own.map(([, watts]) => watts)]]) };
  });
}

const every = (periodMs: number, fromMs: number, toMs: number): readonly number[] => Array.from({ length: Math.floor((toMs - fromMs) / periodMs) + 1 }, (_, index) => fromMs + index * periodMs);
const hour = 3_600_000;

describe("a minute of readings as bytes", () => {
  it("gives back exactly the numbers that went in, whatever they are", () => {
    const number = fc.oneof(fc.integer({ min: 0, max: 254 }), fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 60_000 }).map((cents) => cents / 100), fc.double({ noDefaultInfinity: true }), fc.constant(Number.NaN));
    const block = fc.uniqueArray(fc.integer({ min: 0, max: 59_999 }), { maxLength: 130 }).chain((offsets) =>
      fc.record({
        offsets: fc.constant(offsets.toSorted((left, right) => left - right)),
        periodMs: fc.integer({ min: 200, max: 5000 }),
        columns: fc.uniqueArray(fc.constantFrom(...traceFields)).chain((fields) =>
          fc.tuple(...fields.map(() => fc.array(number, { minLength: offsets.length, maxLength: offsets.length }))).map((columns) => new Map(fields.map((field, index) => [field, columns[index] ?? []])))),
      }));
    fc.assert(fc.property(block, ({ offsets, periodMs, columns }) => {
      const back = blockFromBytes(7, blockToBytes({ minute: 7, offsets, periodMs, columns }));
      expect(back?.periodMs).toBe(periodMs);
      expect([...(back?.offsets ?? [])]).toEqual(offsets);
      for (const [field, values] of columns) expect([...(back?.columns.get(field) ?? [])].map((value) => value + 0)).toEqual(values.map((value) => value + 0));
    }), { numRuns: 200 });
  });

  it("is refused where it is cut short, of another version, or no block at all", () => {
    const bytes = blockToBytes({ minute: 0, periodMs: 500, offsets: [0, 500], columns: new Map([["powerWatts", [38.51, 40]]]) });
    for (let length = 0; length < bytes.length; length++) expect(blockFromBytes(0, bytes.subarray(0, length)), String(length)).toBeNull();
    expect(blockFromBytes(0, bytes.with(0, 2))).toBeNull();
    expect(blockFromBytes(0, bytes.with(11, 99))).toBeNull();
  });

  it("takes ten bytes a reading for the memory, power, load and temperature of a card", () => {
    const length = 120;
    const columns = new Map([
      ["usedMib", Array.from({ length }, (_, index) => 16_766 + index)], ["powerWatts", Array.from({ length }, (_, index) => 310 + index / 100)],
      ["utilisationPercent", Array.from({ length }, (_, index) => 90 + (index % 10))], ["temperatureC", Array.from({ length }, (_, index) => 70 + (index % 3))],
    ] as const);
    expect(blockToBytes({ minute: 0, periodMs: 500, offsets: every(500, 0, 59_500), columns }).length).toBeLessThan(10 * length);
  });

  it("can be joined with what came in the same minute before, each reading once", () => {
    const [first, second] = [powerBlocks([[0, 1], [1000, 2]])[0], powerBlocks([[500, 3], [1000, 4]])[0]];
    if (first === undefined || second === undefined) throw new Error("two blocks");
    expect(mergeBlocks(first, second)).toEqual({ minute: 0, periodMs: 500, offsets: [0, 500, 1000], columns: new Map([["powerWatts", [1, 3, 4]]]) });
  });
});

describe("a trace in few points", () => {
  it("never loses a peak or a low, wherever the range begins and however few the points are", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 900 }), fc.integer({ min: 2, max: 80 }), fc.integer({ min: 0, max: 200 }), (watts, points, skip) => {
      const readings = watts.map((value, index) => [index * 500, value] as const);
      const range = { fromMs: skip * 500, toMs: watts.length * 500, points };
      const shown = readings.slice(skip).map(([, value]) => value);
      const [power] = reduceTrace(powerBlocks(readings), ["powerWatts"], range).fields;
      const known = (values: readonly (number | null)[] = []): readonly number[] => values.filter((value) => value !== null);
      expect(Math.max(...known(power?.max))).toBe(Math.max(...shown));
      expect(Math.min(...known(power?.min))).toBe(Math.min(...shown));
      expect(power?.max.length).toBeLessThanOrEqual(Math.max(points, 1));
    }), { numRuns: 200 });
  });

  it("gives the readings themselves where there are no more than points", () => {
    expect(reduceTrace(powerBlocks([[0, 5], [500, 7], [1000, 6]]), ["powerWatts"], { fromMs: 0, toMs: 2000, points: 10 })).toEqual({
      times: [0, 500, 1000], fields: [{ field: "powerWatts", min: [5, 7, 6], max: [5, 7, 6] }],
    });
  });

  it("shows a gap as a gap and a cell without a number as unknown, never as 0 or as a line across", () => {
    const trace = reduceTrace(powerBlocks([[0, 5], [500, Number.NaN], [1000, 6], [61_000, 9]]), ["powerWatts"], { fromMs: 0, toMs: 100_000, points: 100 });
    expect(trace.fields[0]?.max).toEqual([5, null, 6, null, 9]);
    expect(trace.times).toEqual([0, 500, 1000, 31_000, 61_000]);
  });

  it("knows the peak within a time, and says so where there is none", () => {
    const blocks = powerBlocks([[0, 500], [500, 7], [1000, 8], [1500, 900]]);
    expect(peakOf(blocks, "powerWatts", { fromMs: 400, toMs: 1200 })).toBe(8);
    expect(peakOf(blocks, "usedMib", { fromMs: 0, toMs: 2000 })).toBeNull();
  });
});

describe("energy", () => {
  const constant = (watts: number, fromMs: number, toMs: number) => every(500, fromMs, toMs).map((atMs) => [atMs, watts] as const);

  it("is 300 Wh for an hour at 300 W, all of it covered", () => {
    const energy = energyOf(powerBlocks(constant(300, 0, hour)), [{ fromMs: 0, toMs: hour }]);
    expect(energy?.wattHours).toBeCloseTo(300, 9);
    expect(energy?.coverage).toBe(1);
  });

  it("is not counted across a gap: ten missing minutes of sixty leave 250 Wh over five sixths of the time", () => {
    const energy = energyOf(powerBlocks([...constant(300, 0, 20 * 60_000), ...constant(300, 30 * 60_000, hour)]), [{ fromMs: 0, toMs: hour }]);
    expect(energy?.wattHours).toBeCloseTo(250, 9);
    expect(energy?.coverage).toBeCloseTo(5 / 6, 9);
  });

  it("is cut exactly at the ends of a phase, between readings too", () => {
    const ramp = powerBlocks([[0, 0], [1000, 100], [2000, 200]], 1000);
    const energy = energyOf(ramp, [{ fromMs: 500, toMs: 1500 }]);
    expect((energy?.wattHours ?? 0) * 3600).toBeCloseTo(100, 9);
    expect(energy?.coverage).toBe(1);
  });

  it("adds up over several phases, and is unknown where no power is known", () => {
    const blocks = powerBlocks(constant(100, 0, hour));
    expect(energyOf(blocks, [{ fromMs: 0, toMs: hour / 4 }, { fromMs: hour / 2, toMs: hour }])?.wattHours).toBeCloseTo(75, 9);
    expect(energyOf(powerBlocks(constant(Number.NaN, 0, 5000)), [{ fromMs: 0, toMs: 5000 }])).toBeNull();
    expect(energyOf(blocks, [{ fromMs: 2 * hour, toMs: 3 * hour }])).toBeNull();
  });
});
