import type { Cells } from "../../../workers/domain/statistics/cells.ts";
import type { RandomSource } from "../../../workers/domain/statistics/random.ts";
import { unitFrom } from "../../../workers/domain/statistics/random.ts";

/** Cells of a complete table of numbers, one row a run. */
export function gridOf(rows: readonly (readonly number[])[]): Cells {
  const items = rows[0]?.length ?? 0;
  const values = Int8Array.from(rows.flat());
  return { rows: rows.length, items, values, present: new Uint8Array(values.length).fill(1), excluded: 0 };
}

/** An outcome string with the given shares of passes, errors and missing items. */
export function randomOutcomes(items: number, random: RandomSource, shares: { readonly pass: number; readonly error?: number; readonly missing?: number }): string {
  const { pass, error = 0, missing = 0 } = shares;
  let outcomes = "";
  for (let item = 0; item < items; item++) {
    const drawn = unitFrom(random);
    if (drawn < error) outcomes += "e";
    else if (drawn < error + missing) outcomes += ".";
    else outcomes += unitFrom(random) < pass ? "p" : "f";
  }
  return outcomes;
}

/** Columns of a table as rows. */
export function transposed(table: readonly (readonly number[])[]): number[][] {
  return (table[0] ?? []).map((_, column) => table.map((row) => row[column] ?? 0));
}
