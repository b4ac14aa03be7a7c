import type { Cells } from "./cells.ts";
import { completeItems } from "./cells.ts";
import { chiSquareUpperTail } from "./distributions.ts";
import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Cochran's Q: do k runs on the same items differ in their rate of passes. */
export type CochranQ = { readonly q: Estimate; readonly degreesOfFreedom: number; readonly p: Estimate; readonly excludedItems: number };

/** Cochran's Q over the items that every run answered; with two runs it equals McNemar's χ² without correction. */
export function cochranQ(runs: Cells): CochranQ {
  const { cells, items } = completeItems(runs);
  const excludedItems = runs.items - items.length;
  const degreesOfFreedom = Math.max(0, runs.rows - 1);
  const none = (why: string): CochranQ => ({ q: notDefined(why), degreesOfFreedom, p: notDefined(why), excludedItems });
  if (runs.rows < 2) return none("two runs are needed");
  if (items.length === 0) return none("no item was answered by every run");
  const { runTotals, itemTotals } = totalsOf(cells);
  const k = cells.rows;
  const total = sum(runTotals);
  const denominator = k * total - sum(itemTotals.map((one) => one * one));
  if (denominator === 0) return none("no variation: every item has the same outcome in every run");
  const q = ((k - 1) * (k * sum(runTotals.map((one) => one * one)) - total * total)) / denominator;
  return { q: value(q), degreesOfFreedom, p: value(chiSquareUpperTail(q, degreesOfFreedom)), excludedItems };
}

function totalsOf(cells: Cells): { readonly runTotals: number[]; readonly itemTotals: number[] } {
  const runTotals = Array.from({ length: cells.rows }, () => 0);
  const itemTotals = Array.from({ length: cells.items }, () => 0);
  for (let row = 0; row < cells.rows; row++) {
    for (let item = 0; item < cells.items; item++) {
      const cellValue = cells.values[row * cells.items + item] ?? 0;
      runTotals[row] = (runTotals[row] ?? 0) + cellValue;
      itemTotals[item] = (itemTotals[item] ?? 0) + cellValue;
    }
  }
  return { runTotals, itemTotals };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
