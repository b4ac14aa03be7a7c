import type { TraceField } from "./trace-field.ts";

/**
 * Readings of one source within one minute: `minute` counts from the epoch, `offsets` are milliseconds within it,
 * ascending and each once, and every column has one value an offset; a value that is unknown is NaN.
 */
export type TraceBlock = {
  readonly minute: number;
  readonly periodMs: number;
  readonly offsets: readonly number[] | Uint16Array;
  readonly columns: ReadonlyMap<TraceField, readonly number[] | Float64Array>;
};

/** Milliseconds in a block. */
export const blockMs = 60_000;

/** The minute that a moment lies in. */
export function minuteOf(atMs: number): number {
  return Math.floor(atMs / blockMs);
}

/** Longer than this between two readings is a time in which nothing was seen. */
export function gapLimitMs(periodMs: number): number {
  return Math.max(2_000, periodMs * 3);
}

/** Both blocks' readings in order; of two at the same millisecond the second block's counts. */
export function mergeBlocks(first: TraceBlock, second: TraceBlock): TraceBlock {
  const places = new Map<number, readonly [TraceBlock, number]>();
  for (const block of [first, second]) for (const [index, offset] of block.offsets.entries()) places.set(offset, [block, index]);
  const order = [...places].sort(([left], [right]) => left - right);
  const fields = new Set([...first.columns.keys(), ...second.columns.keys()]);
  return {
    minute: second.minute,
    periodMs: Math.max(first.periodMs, second.periodMs),
    offsets: order.map(([offset]) => offset),
    columns: new Map([...fields].map((field) => [field, order.map(([, [block, index]]) => block.columns.get(field)?.[index] ?? Number.NaN)])),
  };
}
