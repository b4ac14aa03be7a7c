import type { Cells } from "./cells.ts";

/** Means of a grid along both directions; a row or item without a present cell is left out of its list's mean and is null. */
export type TwoWayMeans = {
  readonly rows: readonly (number | null)[];
  readonly items: readonly (number | null)[];
  /** The mean of the row means (each run counts the same). */
  readonly mean: number | null;
};

/** Row means, item means and the mean of the row means over the present cells. */
export function twoWayMeans(cells: Cells): TwoWayMeans {
  const rowSum = new Int32Array(cells.rows);
  const rowCount = new Int32Array(cells.rows);
  const itemSum = new Int32Array(cells.items);
  const itemCount = new Int32Array(cells.items);
  for (let row = 0; row < cells.rows; row++) {
    for (let item = 0; item < cells.items; item++) {
      const cell = row * cells.items + item;
      if (cells.present[cell] !== 1) continue;
      const cellValue = cells.values[cell] ?? 0;
      rowSum[row] = (rowSum[row] ?? 0) + cellValue;
      rowCount[row] = (rowCount[row] ?? 0) + 1;
      itemSum[item] = (itemSum[item] ?? 0) + cellValue;
      itemCount[item] = (itemCount[item] ?? 0) + 1;
    }
  }
  const rows = ratios(rowSum, rowCount);
  const known = knownOf(rows);
  const mean = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
  return { rows, items: ratios(itemSum, itemCount), mean };
}

/** The values that are there. */
export function knownOf(values: readonly (number | null)[]): number[] {
  return values.filter((one) => one !== null);
}

function ratios(sums: Int32Array, counts: Int32Array): (number | null)[] {
  return Array.from(sums, (sum, index) => {
    const count = counts[index] ?? 0;
    return count === 0 ? null : sum / count;
  });
}
