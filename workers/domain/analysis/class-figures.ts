import type { Cells } from "../statistics/cells.ts";
import { notDefined, value } from "../statistics/estimate.ts";
import type { ItemClass, ItemTally } from "../statistics/item-class.ts";
import { classOf, expectedFalseUnanimous, talliesOf } from "../statistics/item-class.ts";
import type { ClassFigures } from "./analysis.ts";

/** Classes of all items from the runs' outcomes and the base's (one row, or null). */
export function classFigures(runs: Cells, base: Cells | null, reliableShare: number): ClassFigures {
  const tallies = talliesOf(runs, base);
  const byItem = tallies.map((tally) => classOf(tally, { withBase: base !== null, reliableShare }));
  const counts = countsOf(byItem);
  return {
    byItem,
    counts,
    seedSensitive: counts["reliable-gain"] + counts["reliable-break"] + counts["coin-flip"] + counts.undecided,
    flipsByItem: tallies.map(flipsOf),
    passesByItem: tallies.map((tally) => tally.passed),
    answeredByItem: tallies.map((tally) => tally.answered),
    seeds: runs.rows,
    reliableShare,
    withBase: base !== null,
    expectedFalseUnanimous: runs.rows === 0 ? notDefined("no run has a score") : value(expectedFalseUnanimous(runs.items, runs.rows)),
  };
}

function flipsOf(tally: ItemTally): number {
  if (tally.base === null) return 0;
  return tally.base ? tally.answered - tally.passed : tally.passed;
}

function countsOf(classes: readonly ItemClass[]): Record<ItemClass, number> {
  const counts: Record<ItemClass, number> = {
    "always-pass": 0,
    "always-fail": 0,
    "reliable-gain": 0,
    "reliable-break": 0,
    "coin-flip": 0,
    undecided: 0,
    unjudged: 0,
  };
  for (const one of classes) counts[one]++;
  return counts;
}
