import type { MatrixRow } from "./arrange.ts";

/** Sizes of a matrix on screen, in CSS pixels; rows and columns stand on a scrollable sheet right of the labels and below the header. */
export type Geometry = {
  readonly labelWidth: number;
  readonly headerHeight: number;
  readonly rowHeight: number;
  readonly cell: { readonly width: number; readonly height: number };
  /** Left edge of each column on the sheet, and the sheet's size. */
  readonly xs: readonly number[];
  readonly ys: Float64Array;
  readonly sheet: { readonly width: number; readonly height: number };
  readonly glyphs: boolean;
  readonly goldWidth: number;
};

const sectionHeight = 30;
const armGap = 8;
const baseGap = 4;

/** Above this many columns cells are 8 pixels wide and lose their glyphs. */
export const mostWideColumns = 60;

/** Places everything; `groups` holds the arm of each column in order, `width` is the room of the whole matrix. */
export function geometryOf(rows: readonly MatrixRow[], groups: readonly Head[], width: number): Geometry {
  const dense = groups.length > mostWideColumns;
  const gaps = groups.map((group, at) => gapBefore(groups[at - 1], group));
  const pitch = dense ? 9 : fittingPitch(groups.length, width - gaps.reduce((sum, gap) => sum + gap, 0));
  const cellWidth = pitch - (dense ? 1 : 2);
  const rowHeight = dense ? 16 : 22;
  let x = 0;
  const xs = gaps.map((gap, at) => {
    if (at > 0) x += pitch + gap;
    return x;
  });
  const ys = new Float64Array(rows.length + 1);
  rows.forEach((row, at) => (ys[at + 1] = (ys[at] ?? 0) + (row.kind === "section" ? sectionHeight : rowHeight)));
  const sheetWidth = (xs.at(-1) ?? 0) + pitch + 2;
  const labelWidth = Math.max(Math.min(150, width * 0.34), Math.min(560, width - sheetWidth - 8));
  return {
    labelWidth, headerHeight: 52, rowHeight, xs, ys, glyphs: !dense,
    cell: { width: cellWidth, height: rowHeight - (dense ? 1 : 3) },
    sheet: { width: sheetWidth, height: (ys[rows.length] ?? 0) + 12 },
    goldWidth: labelWidth >= 300 ? Math.min(170, labelWidth * 0.36) : 0,
  };
}

type Head = { readonly arm: string; readonly base: boolean };

function gapBefore(before: Head | undefined, group: Head): number {
  if (before === undefined || before.arm === group.arm) return 0;
  return before.base ? baseGap : armGap;
}

/** Columns are as wide as 29 pixels and as narrow as 17 before the matrix scrolls sideways. */
function fittingPitch(columns: number, width: number): number {
  return Math.max(17, Math.min(29, Math.floor((width - 260 - 10) / Math.max(1, columns))));
}

/** The rows between two heights of the sheet. */
export function rowsBetween(geometry: Geometry, top: number, bottom: number): { readonly first: number; readonly last: number } {
  return { first: Math.max(0, rowAt(geometry, top)), last: Math.min(geometry.ys.length - 2, rowAt(geometry, bottom)) };
}

/** The row at a height of the sheet; −1 above it, the last row below it. */
export function rowAt({ ys }: Geometry, y: number): number {
  if (y < 0) return -1;
  let low = 0;
  let high = ys.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ys[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return high < 0 ? -1 : low;
}

/** The column at a place of the sheet, or −1 between columns and outside. */
export function columnAt({ xs, cell }: Geometry, x: number): number {
  let found = -1;
  for (let at = 0; at < xs.length; at++) {
    const left = xs[at] ?? 0;
    if (x >= left - 1 && x <= left + cell.width + 1) found = at;
    if (left > x) break;
  }
  return found;
}

/** Where to scroll so that a cell is in sight; unchanged where it is. */
export function scrollTo(geometry: Geometry, cell: { readonly row: number; readonly column: number }, port: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }): { readonly left: number; readonly top: number } {
  const roomX = port.width - geometry.labelWidth;
  const roomY = port.height - geometry.headerHeight;
  const x = geometry.xs[cell.column] ?? 0;
  const y = geometry.ys[cell.row] ?? 0;
  return {
    left: within(port.left, x + geometry.cell.width + 4 - roomX, x - 4),
    top: within(port.top, y + geometry.rowHeight + 2 - roomY, Math.max(0, y - sectionHeight)),
  };
}

function within(now: number, least: number, most: number): number {
  return Math.max(0, Math.min(Math.max(now, least), Math.max(most, least)));
}
