import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Fleiss' κ from counts: one row an item, one column a category, every row summing to the same number of raters (at least 2). */
export function fleissKappa(counts: readonly (readonly number[])[]): Estimate {
  const first = counts[0];
  if (first === undefined) return notDefined("no item was answered by every run");
  const raters = sum(first);
  if (raters < 2) return notDefined("two runs are needed");
  if (counts.some((row) => sum(row) !== raters)) throw new Error("Fleiss' κ needs the same number of raters for every item");
  const agreeing = counts.map((row) => (sum(row.map((one) => one * one)) - raters) / (raters * (raters - 1)));
  const observed = sum(agreeing) / counts.length;
  const shares = first.map((_, category) => sum(counts.map((row) => row[category] ?? 0)) / (counts.length * raters));
  // Decided on counts: a share of 1 must be exact whatever the rounding.
  if (shares.filter((share) => share > 0).length < 2) return notDefined("no variation: every answer is the same");
  const expected = sum(shares.map((share) => share * share));
  return value((observed - expected) / (1 - expected));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
