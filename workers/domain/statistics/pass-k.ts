import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** How often an item passed in how many answers. */
export type Passes = { readonly passed: number; readonly answered: number };

/** pass^k: probability that all of k draws without replacement pass, averaged over the items with at least k answers: C(s, k) / C(n, k). */
export function passAll(items: readonly Passes[], k: number): Estimate {
  return averageOver(items, k, (item) => shareOfSubsets(item.passed, item.answered, k));
}

/** pass@k: probability that any of k draws without replacement passes: 1 − C(n − s, k) / C(n, k). */
export function passAny(items: readonly Passes[], k: number): Estimate {
  return averageOver(items, k, (item) => 1 - shareOfSubsets(item.answered - item.passed, item.answered, k));
}

function averageOver(items: readonly Passes[], k: number, probability: (item: Passes) => number): Estimate {
  const able = items.filter((item) => item.answered >= k);
  if (able.length === 0) return notDefined(`no item was answered ${k} times`);
  return value(able.reduce((sum, item) => sum + probability(item), 0) / able.length);
}

function shareOfSubsets(wanted: number, all: number, k: number): number {
  let share = 1;
  for (let taken = 0; taken < k; taken++) share *= Math.max(0, wanted - taken) / (all - taken);
  return share;
}
