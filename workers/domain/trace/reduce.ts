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
  const { fromMs, toMs, points } = range;
  const width = countWithin(blocks, fromMs, toMs) <= points ? 0 : (toMs - fromMs) / points;
  const draft: Draft = { times: [], lows: fields.map(() => []), highs: fields.map(() => []) };
  let part = -1;
  let lastMs = Number.NaN;
  for (const block of blocks) {
    const startMs = block.minute * blockMs;
    const limitMs = gapLimitMs(block.periodMs);
    const columns = fields.map((field) => block.columns.get(field));
    for (let index = 0; index < block.offsets.length; index++) {
      const atMs = startMs + (block.offsets[index] ?? 0);
      if (atMs < fromMs || atMs >= toMs) continue;
      const own = width === 0 ? part + 1 : Math.floor((atMs - fromMs) / width);
      if (own !== part) {
        if (atMs - lastMs > limitMs) openPoint(draft, (lastMs + atMs) / 2);
        openPoint(draft, width === 0 ? atMs : fromMs + (own + 0.5) * width);
        part = own;
      }
      lastMs = atMs;
      widen(draft, columns, index);
    }
  }
  return { times: draft.times, fields: fields.map((field, which) => ({ field, min: orNull(draft.lows[which] ?? []), max: orNull(draft.highs[which] ?? []) })) };
}

/** Points on their way; the newest is the last of each list, NaN where nothing is known yet. */
type Draft = { readonly times: number[]; readonly lows: readonly number[][]; readonly highs: readonly number[][] };

function openPoint({ times, lows, highs }: Draft, atMs: number): void {
  times.push(Math.round(atMs));
  for (const low of lows) low.push(Number.NaN);
  for (const high of highs) high.push(Number.NaN);
}

function widen({ times, lows, highs }: Draft, columns: readonly (readonly number[] | Float64Array | undefined)[], index: number): void {
  const place = times.length - 1;
  for (let which = 0; which < columns.length; which++) {
    const value = columns[which]?.[index] ?? Number.NaN;
    const [low, high] = [lows[which], highs[which]];
    if (Number.isNaN(value) || low === undefined || high === undefined) continue;
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

function orNull(values: readonly number[]): readonly (number | null)[] {
  return values.map((value) => (Number.isNaN(value) ? null : value));
}
