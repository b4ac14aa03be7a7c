import type { Cells } from "./cells.ts";
import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Ambiguity and discrepancy of several runs against one base (Marx, Calmon, Ustun 2020), as shares. */
export type Multiplicity = {
  /** Share of the items that at least one run flips. */
  readonly ambiguity: Estimate;
  /** The largest share of its items that one run flips. */
  readonly discrepancy: Estimate;
};

/** Ambiguity and discrepancy from the runs' differences against the base. */
export function multiplicityOf(differences: Cells): Multiplicity {
  const flippedByAny = new Uint8Array(differences.items);
  const judged = new Uint8Array(differences.items);
  let largest: number | null = null;
  for (let row = 0; row < differences.rows; row++) {
    let compared = 0;
    let flipped = 0;
    for (let item = 0; item < differences.items; item++) {
      const cell = row * differences.items + item;
      if (differences.present[cell] !== 1) continue;
      compared++;
      judged[item] = 1;
      if (differences.values[cell] === 0) continue;
      flipped++;
      flippedByAny[item] = 1;
    }
    if (compared > 0) largest = Math.max(largest ?? 0, flipped / compared);
  }
  if (largest === null) return { ambiguity: nothing, discrepancy: nothing };
  return { ambiguity: value(ones(flippedByAny) / ones(judged)), discrepancy: value(largest) };
}

const nothing = notDefined("no item was answered by the base and a run");

function ones(flags: Uint8Array): number {
  let count = 0;
  for (const flag of flags) count += flag;
  return count;
}
