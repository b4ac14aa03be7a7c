import type { MatrixColumn, MatrixView } from "../../../../../workers/contract/views.ts";
import type { ItemClass } from "../../../../../workers/domain/statistics/item-class.ts";
import { classOrder, classWords, type ItemClasses } from "../../../../figures/flip-matrix/classes.ts";
import { changes, isBase, type FlipGrid } from "../../../../figures/flip-matrix/grid.ts";
import type { ColumnOrder, RowOrder } from "./view.ts";

/** A line of the matrix: the head of a class, or an item. */
export type MatrixRow =
  | { readonly kind: "section"; readonly name: ItemClass; readonly title: string; readonly says: string; readonly count: number }
  | { readonly kind: "item"; readonly index: number };

/** Puts items in order; by class they stand in sections, within a class those that flip most come first. */
export function arrangeRows(items: readonly number[], order: RowOrder, setup: { readonly matrix: MatrixView; readonly grid: FlipGrid; readonly classes: ItemClasses }): MatrixRow[] {
  const { matrix, grid, classes } = setup;
  const flips = flipsInArm(grid, classes.arm);
  const byFlips = (a: number, b: number): number => (flips[b] ?? 0) - (flips[a] ?? 0) || a - b;
  if (order === "class") {
    return classOrder.flatMap((name): MatrixRow[] => {
      const inside = items.filter((index) => classes.byItem[index] === name).sort(byFlips);
      return inside.length === 0 ? [] : [{ kind: "section", name, ...classWords(name, classes), count: inside.length }, ...inside.map(itemRow)];
    });
  }
  const compare = comparison(order, { matrix, classes, byFlips });
  return [...items].sort((a, b) => compare(a, b) || a - b).map(itemRow);
}

function comparison(order: Exclude<RowOrder, "class">, { matrix, classes, byFlips }: { readonly matrix: MatrixView; readonly classes: ItemClasses; readonly byFlips: (a: number, b: number) => number }): (a: number, b: number) => number {
  switch (order) {
    case "flips":
      return byFlips;
    case "margin": {
      const margins = meanMargins(matrix, classes.arm);
      return (a, b) => Math.abs(margins[a] ?? Infinity) - Math.abs(margins[b] ?? Infinity) || 0;
    }
    case "label": {
      const label = (index: number): string => matrix.labels[matrix.items[index]?.gold ?? -1] ?? "";
      return (a, b) => collate(label(a), label(b)) || byFlips(a, b);
    }
    case "text":
      return (a, b) => collate(matrix.items[a]?.input ?? "", matrix.items[b]?.input ?? "");
    case "file":
      return (a, b) => a - b;
  }
}

/** Columns by index: bases first, arms in the file's order, inside an arm by seed or best score first. */
export function arrangeColumns(grid: FlipGrid, order: ColumnOrder): number[] {
  const all = grid.columns.map((column, at) => ({ column, at, passes: passesOf(column) }));
  const arms = [...new Set(grid.columns.map((column) => column.arm))];
  const rank = (column: MatrixColumn): number => (isBase(column) ? -1 : arms.indexOf(column.arm));
  const inside = (a: (typeof all)[number], b: (typeof all)[number]): number =>
    (order === "score" ? b.passes - a.passes : 0) || (a.column.seed ?? -1) - (b.column.seed ?? -1) || a.at - b.at;
  return all.sort((a, b) => rank(a.column) - rank(b.column) || inside(a, b)).map(({ at }) => at);
}

/** Passed items of a column. */
export function passesOf(column: MatrixColumn): number {
  let passes = 0;
  for (let item = 0; item < column.outcomes.length; item++) if (column.outcomes.charCodeAt(item) === 112) passes++;
  return passes;
}

/** Whether any run recorded margins, without which rows cannot be ordered by them. */
export function hasMargins(matrix: MatrixView): boolean {
  return matrix.columns.some((column) => column.margins !== null);
}

function flipsInArm(grid: FlipGrid, arm: string): Uint32Array {
  const flips = new Uint32Array(grid.items);
  grid.columns.forEach((column, at) => {
    if (column.arm !== arm) return;
    for (let item = 0; item < grid.items; item++) {
      const change = changes[grid.codes[at * grid.items + item] ?? 0];
      if (change === "gain" || change === "loss") flips[item] = (flips[item] ?? 0) + 1;
    }
  });
  return flips;
}

function meanMargins(matrix: MatrixView, arm: string): Float64Array {
  const columns = matrix.columns.filter((column) => column.arm === arm && column.margins !== null);
  return Float64Array.from(matrix.items, ({ index }) => {
    const known = columns.flatMap((column) => column.margins?.[index] ?? []);
    return known.length === 0 ? Infinity : known.reduce((sum, margin) => sum + margin, 0) / known.length;
  });
}

// One collator, since making one anew for each of 10,000 items takes longer than sorting them.
const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

function collate(a: string, b: string): number {
  return collator.compare(a, b);
}

function itemRow(index: number): MatrixRow {
  return { kind: "item", index };
}
