import type { SourceTrace } from "../../../../workers/contract/trace-view.ts";
import type { TraceField } from "../../../../workers/domain/trace/trace-field.ts";

/** The smallest and the largest value of a line within a point's time, or null where nothing is known. */
export type Band = readonly [low: number, high: number] | null;

/** A point of a chart; `x` is a time in milliseconds, either of the day or since a start. */
export type ChartPoint = { readonly x: number; readonly bands: readonly Band[] };

/** What a line shows of a source: a field, possibly turned (free into used memory). */
export type Picked = { readonly source: SourceTrace; readonly field: TraceField; readonly turn?: (value: number) => number };

/** The points of one line. */
export function bandsOf({ source, field, turn = (value) => value }: Picked): readonly { readonly x: number; readonly band: Band }[] {
  const found = source.fields.find((one) => one.field === field);
  return source.times.map((x, index) => {
    const [low, high] = [found?.min[index] ?? null, found?.max[index] ?? null];
    if (low === null || high === null) return { x, band: null };
    const ends = [turn(low), turn(high)] as const;
    return { x, band: [Math.min(...ends), Math.max(...ends)] as const };
  });
}

/** Several lines over the same times: where one has no point of its own, it is what lies between its neighbours, never across a gap. */
export function joined(lines: readonly (readonly { readonly x: number; readonly band: Band }[])[]): readonly ChartPoint[] {
  const [only] = lines;
  if (only !== undefined && lines.length === 1) return only.map(({ x, band }) => ({ x, bands: [band] }));
  const xs = [...new Set(lines.flatMap((line) => line.map(({ x }) => x)))].sort((left, right) => left - right);
  const columns = lines.map((line) => filled(line, xs));
  return xs.map((x, index) => ({ x, bands: columns.map((column) => column[index] ?? null) }));
}

function filled(line: readonly { readonly x: number; readonly band: Band }[], xs: readonly number[]): readonly Band[] {
  let next = 0;
  return xs.map((x) => {
    while (next < line.length && (line[next]?.x ?? 0) < x) next++;
    const after = line[next];
    if (after?.x === x) return after.band;
    const before = line[next - 1];
    if (before === undefined || after === undefined || before.band === null || after.band === null) return null;
    const share = (x - before.x) / (after.x - before.x);
    const [low, high] = [between(before.band[0], after.band[0], share), between(before.band[1], after.band[1], share)];
    return [low, high];
  });
}

function between(first: number, last: number, share: number): number {
  return first + (last - first) * share;
}

/** The largest value of a line, or null where nothing is known. */
export function peak(points: readonly ChartPoint[], which: number): number | null {
  return points.reduce<number | null>((largest, { bands }) => {
    const high = bands[which]?.[1] ?? null;
    return high === null || (largest !== null && largest >= high) ? largest : high;
  }, null);
}
