import type { MatrixRow } from "./arrange.ts";

/** A place in the arranged matrix: a row (never a section's head) and a column. */
export type Cursor = { readonly row: number; readonly column: number };

/** Where a key leads from a place; undefined for keys that do not move. Heads of sections are skipped. */
export function moved(cursor: Cursor, key: string, setup: { readonly rows: readonly MatrixRow[]; readonly columns: number; readonly page: number }): Cursor | undefined {
  const { rows, columns, page } = setup;
  const column = (to: number): Cursor => ({ row: cursor.row, column: Math.max(0, Math.min(columns - 1, to)) });
  const row = (to: number, step: 1 | -1): Cursor => ({ row: itemFrom(rows, to, step) ?? cursor.row, column: cursor.column });
  switch (key) {
    case "ArrowLeft":
      return column(cursor.column - 1);
    case "ArrowRight":
      return column(cursor.column + 1);
    case "Home":
      return column(0);
    case "End":
      return column(columns - 1);
    case "ArrowUp":
      return row(cursor.row - 1, -1);
    case "ArrowDown":
      return row(cursor.row + 1, 1);
    case "PageUp":
      return row(Math.max(0, cursor.row - page), 1);
    case "PageDown":
      return row(Math.min(rows.length - 1, cursor.row + page), -1);
    default:
      return undefined;
  }
}

/** The first item at or after a row in one direction. */
export function itemFrom(rows: readonly MatrixRow[], from: number, step: 1 | -1): number | undefined {
  for (let at = from; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === "item") return at;
  return undefined;
}

/** Items of all rows between two, both included. */
export function itemsBetween(rows: readonly MatrixRow[], from: number, to: number): number[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).flatMap((row) => (row.kind === "item" ? [row.index] : []));
}
