import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Cohen's κ of two raters from their square table of counts (rows: the one, columns: the other). */
export function cohenKappa(table: readonly (readonly number[])[]): Estimate {
  const size = table.length;
  if (table.some((row) => row.length !== size)) throw new Error("Cohen's table must be square");
  let total = 0;
  let diagonal = 0;
  const columnTotals = Array.from({ length: size }, () => 0);
  const rowTotals = table.map((row, at) => {
    diagonal += row[at] ?? 0;
    row.forEach((count, column) => {
      columnTotals[column] = (columnTotals[column] ?? 0) + count;
      total += count;
    });
    return row.reduce((sum, count) => sum + count, 0);
  });
  if (total === 0) return notDefined("no item was answered by both");
  const observed = diagonal / total;
  const expected = rowTotals.reduce((sum, count, at) => sum + count * (columnTotals[at] ?? 0), 0) / total ** 2;
  if (expected === 1) return notDefined("no variation: both gave the same single answer throughout");
  return value((observed - expected) / (1 - expected));
}
