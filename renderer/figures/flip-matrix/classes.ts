import type { MatrixView } from "../../../workers/contract/views.ts";
import type { ClassFigures } from "../../../workers/domain/analysis/analysis.ts";
import { classFigures } from "../../../workers/domain/analysis/class-figures.ts";
import type { Counting } from "../../../workers/domain/outcome.ts";
import { cellsOf } from "../../../workers/domain/statistics/cells.ts";
import type { ItemClass } from "../../../workers/domain/statistics/item-class.ts";
import { baseOf, isBase } from "./grid.ts";

/** How items are put into classes. */
export type ClassRule = { readonly counting: Counting; readonly reliableShare: number; readonly leaveOutSetAside: boolean };

/** Classes of all items under one arm. */
export type ItemClasses = ClassFigures & { readonly arm: string };

/** Classes that depend on the seed or differ from the base. */
export const sensitive: ReadonlySet<ItemClass> = new Set<ItemClass>(["reliable-gain", "reliable-break", "coin-flip", "undecided"]);

/** The order of the sections of a matrix: what moved first. */
export const classOrder = [
  "reliable-gain", "reliable-break", "coin-flip", "undecided", "always-pass", "always-fail", "unjudged",
] as const satisfies readonly ItemClass[];

/** Puts every item into its class under one arm; fast enough for 10,000 items and 100 runs at every change of a setting. */
export function classesOf(matrix: MatrixView, arm: string, rule: ClassRule): ItemClasses {
  const items = matrix.items.length;
  const columns = matrix.columns.filter(
    (column) => column.arm === arm && /[pfe]/u.test(column.outcomes) && !(rule.leaveOutSetAside && column.setAside !== null),
  );
  const base = baseOf(matrix.columns, columns[0]?.path ?? "");
  const runs = cellsOf(columns.map((column) => column.outcomes), items, rule.counting);
  const baseCells = base === undefined ? null : cellsOf([base.outcomes], items, rule.counting);
  return { arm, ...classFigures(runs, baseCells, rule.reliableShare) };
}

/** Arms that have runs to class by, in the matrix's order. */
export function armsOf(matrix: MatrixView): string[] {
  return [...new Set(matrix.columns.filter((column) => !isBase(column)).map((column) => column.arm))];
}

/** The arm whose classes a page opens with: the one with most runs, the first of equals. */
export function leadingArm(matrix: MatrixView): string | undefined {
  const counts = new Map<string, number>();
  for (const column of matrix.columns) if (!isBase(column)) counts.set(column.arm, (counts.get(column.arm) ?? 0) + 1);
  let best: string | undefined;
  for (const [arm, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = arm;
  return best;
}

/** Title of a class and what it means under these settings. */
export function classWords(name: ItemClass, classes: ItemClasses): { readonly title: string; readonly says: string } {
  const needed = `${Math.max(1, Math.ceil(classes.seeds * classes.reliableShare - 1e-9))} of ${classes.seeds}`;
  switch (name) {
    case "reliable-gain":
      return { title: "Reliable gains", says: `the base fails, at least ${needed} seeds pass` };
    case "reliable-break":
      return { title: "Reliable breaks", says: `the base passes, at least ${needed} seeds fail` };
    case "coin-flip":
      return { title: "Coin flips", says: "the seed decides" };
    case "undecided":
      return { title: "Undecided", says: classes.withBase ? "they differ, but one seed cannot say how often" : "the seeds differ, but there is no base on this path" };
    case "always-pass":
      return { title: "Always pass", says: classes.withBase ? "the base and every seed" : "every seed; there is no base on this path" };
    case "always-fail":
      return { title: "Always fail", says: classes.withBase ? "the base and every seed" : "every seed; there is no base on this path" };
    case "unjudged":
      return { title: "Unjudged", says: "no outcome to judge by" };
  }
}
