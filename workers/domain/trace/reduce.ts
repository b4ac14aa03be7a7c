import { blockMs, gapLimitMs, type TraceBlock } from "./block.ts";
import type { TraceField } from "./trace-field.ts";

/** What is to be shown: from when to when (milliseconds since the epoch), in at most how many points. */
export type TraceRange = { readonly fromMs: number; readonly toMs: number; readonly points: number };

/** Smallest and largest value of a field at each time; null where nothing is known. */
export type ReducedField = { readonly field: TraceField; readonly min: readonly (number | null)[]; readonly max: readonly (number | null)[] };

/** A trace in few points. A time at which every field is null is a gap: nothing was read before it for too long. */
export type ReducedTrace = { readonly times: readonly number[]; readonly fields: readonly ReducedField[] };

/**
 * Reduces a trace without losing a peak: each point holds the smallest and the largest value of its part of the range.
 * Where there are no more readings than points, they are given as they are. Blocks come in order.
 */
export function reduceTrace(blocks: readonly TraceBlock[], fields: readonly TraceField[], range: TraceRange): ReducedTrace {
  const { times, places } = placeReadings(blocks, range);
  return {
    times,
    fields: fields.map((field) => {
      const low = new Float64Array(times.length).fill(Number.NaN);
      const high = new Float64Array(times.length).fill(Number.NaN);
      for (const [which, block] of blocks.entries()) {
        const column = block.columns.get(field);
        const own = places[which];
        if (column !== undefined && own !== undefined) widen({ low, high }, column instanceof Float64Array ? column : Float64Array.from(column), own);
      }
      return { field, min: orNull(low), max: orNull(high) };
    }),
  };
}

/** The points' times, and for every reading of every block the point it belongs to (-1 = outside the range). */
type Placed = { readonly times: readonly number[]; readonly places: readonly Int32Array[] };

function placeReadings(blocks: readonly TraceBlock[], { fromMs, toMs, points }: TraceRange): Placed {
  const width = countWithin(blocks, fromMs, toMs) <= points ? 0 : (toMs - fromMs) / points;
  const times: number[] = [];
  let part = -1;
  let lastMs = Number.NaN;
  const places = blocks.map(({ minute, periodMs, offsets }) => {
    const own = new Int32Array(offsets.length).fill(-1);
    const limitMs = gapLimitMs(periodMs);
    for (let index = 0; index < offsets.length; index++) {
      const atMs = minute * blockMs + (offsets[index] ?? 0);
      if (atMs < fromMs || atMs >= toMs) continue;
      const next = width === 0 ? part + 1 : Math.floor((atMs - fromMs) / width);
      if (next !== part) {
        if (atMs - lastMs > limitMs) times.push(Math.round((lastMs + atMs) / 2));
        times.push(Math.round(width === 0 ? atMs : fromMs + (next + 0.5) * width));
        part = next;
      }
      lastMs = atMs;
      own[index] = times.length - 1;
    }
    return own;
  });
  return { times, places };
}

function widen({ low, high }: { readonly low: Float64Array; readonly high: Float64Array }, values: Float64Array, places: Int32Array): void {
  for (let index = 0; index < values.length; index++) {
    const place = places[index] ?? -1;
    const value = values[index] ?? Number.NaN;
    if (place < 0 || value !== value) continue;
    // Written so that a first value replaces NaN.
    if (!((low[place] ?? Number.NaN) <= value)) low[place] = value;
    if (!((high[place] ?? Number.NaN) >= value)) high[place] = value;
  }
}

/** Largest known value of a field within a time, or null. */
export function peakOf(blocks: readonly TraceBlock[], field: TraceField, { fromMs, toMs }: Pick<TraceRange, "fromMs" | "toMs">): number | null {
  let peak: number | null = null;
  for (const block of blocks) {
    const column = block.columns.get(field);
    if (column === undefined) continue;
    for (let index = 0; index < block.offsets.length; index++) {
      const atMs = block.minute * blockMs + (block.offsets[index] ?? 0);
      const value = column[index] ?? Number.NaN;
      if (atMs >= fromMs && atMs <= toMs && value > (peak ?? -Infinity)) peak = value;
    }
  }
  return peak;
}

function countWithin(blocks: readonly TraceBlock[], fromMs: number, toMs: number): number {
  let count = 0;
  for (const block of blocks) {
    const startMs = block.minute * blockMs;
    if (startMs >= fromMs && startMs + blockMs <= toMs) count += block.offsets.length;
    else for (const offset of block.offsets) if (startMs + offset >= fromMs && startMs + offset < toMs) count++;
  }
  return count;
}

function orNull(values: Float64Array): readonly (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}
