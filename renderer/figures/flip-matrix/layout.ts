import { widthOf } from "../text/measure.ts";
import type { FlipMatrixData } from "./data.ts";

/** Where the columns and rows of a flip matrix stand, in pixels. */
export type MatrixLayout = {
  readonly cell: { readonly width: number; readonly height: number };
  /** Left edge of each column's cells. */
  readonly xs: readonly number[];
  readonly groups: readonly { readonly arm: string; readonly from: number; readonly to: number }[];
  readonly pitch: number;
  readonly inputRoom: number;
  readonly goldRoom: number;
  readonly labelSize: number;
};

/** Pixels from one column to the next at most. */
const widest = 23;

/** Room for row labels below which a figure would be a picture of nothing. */
const leastLabel = { few: 210, many: 120 };

/** Fits the columns into a width; labels get what is left. */
export function layoutOf(data: FlipMatrixData, width: number): MatrixLayout {
  const rows = data.sections.reduce((sum, section) => sum + section.rows.length, 0);
  const height = rows <= 60 ? 17 : rows <= 160 ? 13 : rows <= 300 ? 6 : 4;
  const least = height < 12 ? 60 : data.columns.length > 24 ? leastLabel.many : leastLabel.few;
  const room = width - least;
  const gaps = gapsOf(data.columns, room);
  const allGaps = gaps.reduce((sum, gap) => sum + gap, 0);
  const step = Math.min(widest, (room - allGaps) / data.columns.length);
  const gap = step >= 12 ? 2 : step >= 7 ? 1 : 0;
  const left = width - step * data.columns.length - allGaps + gap;
  let x = left;
  const xs = gaps.map((before, at) => {
    if (at > 0) x += step + before;
    return x;
  });
  const cell = { width: step - gap, height: height - (height >= 12 ? 2 : height >= 6 ? 1 : 0) };
  const labels = labelRooms(data, height < 12 ? 0 : left - 10, height);
  return { cell, xs, groups: groupsOf(data.columns, xs, cell.width), pitch: height, ...labels };
}

function labelRooms(data: FlipMatrixData, room: number, height: number): Pick<MatrixLayout, "inputRoom" | "goldRoom" | "labelSize"> {
  const labelSize = height >= 17 ? 11 : 9.5;
  if (room < 250) return { inputRoom: room, goldRoom: 0, labelSize };
  const golds = data.sections.flatMap((section) => section.rows.map((row) => row.gold));
  const widest = Math.max(0, ...golds.map((gold) => widthOf(gold, { face: "mono-regular", size: labelSize - 1.5 })));
  const goldRoom = widest === 0 ? 0 : Math.min(widest, room * 0.36);
  return { inputRoom: room - goldRoom - (goldRoom > 0 ? 10 : 0), goldRoom, labelSize };
}

/** The gap before each column: none inside an arm; between arms as much as the name before it needs, where there is room. */
function gapsOf(columns: FlipMatrixData["columns"], room: number): number[] {
  const starts = columns.flatMap((column, at) => (at === 0 || startsGroup(columns[at - 1], column) ? [at] : []));
  const least = Math.min(8, (room * 0.25) / Math.max(1, starts.length - 1));
  const step = Math.min(widest, (room - least * (starts.length - 1)) / columns.length);
  const gaps = columns.map(() => 0);
  starts.slice(1).forEach((start, group) => {
    const before = starts[group] ?? 0;
    const name = Math.min(70, widthOf(columns[before]?.arm ?? "", { face: "sans-semibold", size: 11 }));
    gaps[start] = starts.length > 8 ? least : Math.max(least, name + 8 - (start - before) * step);
  });
  return gaps;
}

function startsGroup(before: { readonly arm: string } | undefined, column: { readonly arm: string }): boolean {
  return before !== undefined && before.arm !== column.arm;
}

function groupsOf(columns: FlipMatrixData["columns"], xs: readonly number[], cellWidth: number): MatrixLayout["groups"] {
  const groups: { arm: string; from: number; to: number }[] = [];
  columns.forEach((column, at) => {
    const x = xs[at] ?? 0;
    const last = groups.at(-1);
    if (last?.arm === column.arm) last.to = x + cellWidth;
    else groups.push({ arm: column.arm, from: x, to: x + cellWidth });
  });
  return groups;
}
