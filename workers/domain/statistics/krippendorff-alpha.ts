import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Krippendorff's α for nominal answers from counts: one row an item, one column a category; items with fewer than two answers do not pair and are left out. */
export function krippendorffAlpha(counts: readonly (readonly number[])[]): Estimate {
  const totals: number[] = [];
  let answers = 0;
  let disagreement = 0;
  for (const row of counts) {
    const rated = sum(row);
    if (rated < 2) continue;
    answers += rated;
    disagreement += (rated * rated - sum(row.map((one) => one * one))) / (rated - 1);
    row.forEach((count, category) => {
      totals[category] = (totals[category] ?? 0) + count;
    });
  }
  if (answers === 0) return notDefined("no item was answered by two runs");
  const expected = answers * answers - sum(totals.map((one) => one * one));
  if (expected === 0) return notDefined("no variation: every answer is the same");
  return value(1 - ((answers - 1) * disagreement) / expected);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
