import type { Cell } from "./smi-cell.ts";

/** Free memory of one GPU over the last quarter of an hour. */
type Point = { readonly atMs: number; readonly free: Cell };

/** What the history says about a need: met long enough, met but not yet, or not (with what is known). */
export type Verdict =
  | { readonly kind: "enough" }
  | { readonly kind: "soon"; readonly freeMib: number; readonly forMs: number }
  | { readonly kind: "short"; readonly freeMib: number }
  | { readonly kind: "unknown"; readonly reason: string };

export type Need = { readonly freeMib: number; readonly forMs: number; readonly nowMs: number; readonly periodMs: number };

const keptMs = 900_000;

/** The last quarter of an hour of readings with a new one added. */
export function remembered(history: readonly Point[], point: Point): readonly Point[] {
  return [...history.filter((old) => old.atMs > point.atMs - keptMs), point];
}

/** Unknown counts as not free, and so does a time without readings: what was not seen may have been full. */
export function verdictOn(history: readonly Point[], need: Need): Verdict {
  const last = history.at(-1);
  const allowedGapMs = Math.max(need.periodMs * 3, 2_000);
  if (last === undefined) return { kind: "unknown", reason: "no reading yet" };
  if (need.nowMs - last.atMs > allowedGapMs) return { kind: "unknown", reason: `no reading for ${Math.round((need.nowMs - last.atMs) / 1000)} s` };
  if (last.free.kind === "missing") return { kind: "unknown", reason: last.free.reason };
  if (last.free.value < need.freeMib) return { kind: "short", freeMib: last.free.value };
  const forMs = freeSince(history, need.freeMib, allowedGapMs);
  return forMs + need.nowMs - last.atMs >= need.forMs ? { kind: "enough" } : { kind: "soon", freeMib: last.free.value, forMs };
}

/** For how long up to the last reading every reading showed enough, without a gap. */
function freeSince(history: readonly Point[], freeMib: number, allowedGapMs: number): number {
  let since = history.at(-1)?.atMs ?? 0;
  const end = since;
  for (const point of history.toReversed()) {
    if (since - point.atMs > allowedGapMs || point.free.kind === "missing" || point.free.value < freeMib) break;
    since = point.atMs;
  }
  return end - since;
}
