import { blockMs, gapLimitMs, type TraceBlock } from "./block.ts";

/** A time from when to when, milliseconds since the epoch. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** Energy in watt-hours over the part of a time in which power was known, and how much of the time that was (0 … 1). */
export type Energy = { readonly wattHours: number; readonly coverage: number };

/**
 * The integral of power over the covered part of the spans (trapezoids between neighbouring readings). Nothing is
 * integrated across a gap, and nothing is guessed for what is not covered. Null where no power is known at all.
 */
export function energyOf(blocks: readonly TraceBlock[], spans: readonly Span[]): Energy | null {
  const totalMs = spans.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0);
  let coveredMs = 0;
  let joules = 0;
  let last: Reading = { atMs: Number.NaN, watts: Number.NaN };
  for (const block of blocks) {
    const watts = block.columns.get("powerWatts");
    const limitMs = gapLimitMs(block.periodMs);
    for (let index = 0; index < block.offsets.length; index++) {
      const next: Reading = { atMs: block.minute * blockMs + (block.offsets[index] ?? 0), watts: watts?.[index] ?? Number.NaN };
      // A comparison with NaN is false, so that a piece with an unknown end is left out.
      if (next.atMs - last.atMs <= limitMs && last.watts >= 0 && next.watts >= 0) {
        for (const span of spans) {
          const [fromMs, toMs] = [Math.max(span.fromMs, last.atMs), Math.min(span.toMs, next.atMs)];
          if (toMs <= fromMs) continue;
          coveredMs += toMs - fromMs;
          joules += ((wattsAt(fromMs, last, next) + wattsAt(toMs, last, next)) / 2) * ((toMs - fromMs) / 1000);
        }
      }
      last = next;
    }
  }
  return coveredMs === 0 || totalMs === 0 ? null : { wattHours: joules / 3600, coverage: Math.min(1, coveredMs / totalMs) };
}

type Reading = { readonly atMs: number; readonly watts: number };

function wattsAt(atMs: number, first: Reading, last: Reading): number {
  return first.watts + ((last.watts - first.watts) * (atMs - first.atMs)) / (last.atMs - first.atMs);
}
