import type { MatrixColumn, MatrixView } from "../../../workers/contract/views.ts";
import { changeFrom, outcomeAt } from "../../../workers/domain/outcome.ts";
import type { Change } from "../../../workers/domain/outcome.ts";

/** What a cell can be; its place here is its code in a {@link FlipGrid}. */
export const changes = ["same-pass", "same-fail", "gain", "loss", "error", "missing"] as const satisfies readonly Change[];

/** One byte a cell, column after column: fast to scan, sort and paint at a million cells. */
export type FlipGrid = { readonly items: number; readonly columns: readonly MatrixColumn[]; readonly codes: Uint8Array };

/** Compares every column with the base scored through the same path; without one there, outcomes stay neutral. */
export function gridOf(matrix: MatrixView): FlipGrid {
  const items = matrix.items.length;
  const codes = new Uint8Array(matrix.columns.length * items);
  matrix.columns.forEach((column, at) => {
    const base = isBase(column) ? column : baseOf(matrix.columns, column.path);
    for (let item = 0; item < items; item++) {
      const row = letterRow(base?.outcomes.charCodeAt(item));
      codes[at * items + item] = table[row * 4 + letterRow(column.outcomes.charCodeAt(item))] ?? missing;
    }
  });
  return { items, columns: matrix.columns, codes };
}

/** What one cell is against the base. */
export function changeAt(grid: FlipGrid, column: number, item: number): Change {
  return changes[grid.codes[column * grid.items + item] ?? missing] ?? "missing";
}

/** A column of a model without any skill. */
export function isBase(column: MatrixColumn): boolean {
  return column.substrate === "none";
}

/** The base scored through a path, or undefined where there is none. */
export function baseOf(columns: readonly MatrixColumn[], path: string): MatrixColumn | undefined {
  return columns.find((column) => isBase(column) && column.path === path && /[pf]/u.test(column.outcomes));
}

/** Number of gains and losses of each item over all columns. */
export function flipsByItem(grid: FlipGrid): Uint32Array {
  const flips = new Uint32Array(grid.items);
  for (let column = 0; column < grid.columns.length; column++) {
    for (let item = 0; item < grid.items; item++) {
      const code = grid.codes[column * grid.items + item] ?? missing;
      if (code === gain || code === loss) flips[item] = (flips[item] ?? 0) + 1;
    }
  }
  return flips;
}

const gain = changes.indexOf("gain");
const loss = changes.indexOf("loss");
const missing = changes.indexOf("missing");
const letters = "pfe.";

/** Codes by base outcome and run outcome, so that the rule itself stays in one place. */
const table = Uint8Array.from(
  [...letters].flatMap((base) => [...letters].map((run) => changes.indexOf(changeFrom(outcomeAt(base, 0), outcomeAt(run, 0))))),
);

function letterRow(letter: number | undefined): number {
  switch (letter) {
    case 112:
      return 0;
    case 102:
      return 1;
    case 101:
      return 2;
    default:
      return 3;
  }
}
