import type { MachineView } from "../../../workers/contract/views.ts";

/** Points of a chart: when, and one number per line; null where a reading has none. */
export type TracePoint = { readonly atMs: number; readonly [line: string]: number | null };

/** Picks numbers out of the readings. */
export function traceOf(trace: readonly MachineView[], pick: (machine: MachineView) => Readonly<Record<string, number | null>>): readonly TracePoint[] {
  return trace.map((machine) => ({ ...pick(machine), atMs: machine.atMs }));
}

/** True where at least one reading has a number for the line. */
export function hasNumbers(points: readonly TracePoint[], line: string): boolean {
  return points.some((point) => typeof point[line] === "number");
}
