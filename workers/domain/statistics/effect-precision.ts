import { meanOf, sampleVariance } from "./moments.ts";
import type { Cells } from "./cells.ts";
import { knownOf, twoWayMeans } from "./two-way-means.ts";
import type { SeedGroup } from "./two-way-bootstrap.ts";

/** What an interval lets vary: other seeds on these items, other seeds and items, or other items under these very runs. */
export type EffectScope = "these-items" | "items-like-these" | "these-runs";

/** Unbiased variance of an effect, its degrees of freedom, and the deviations it rests on (BCa's influence values). */
export type Precision = {
  readonly variance: number;
  readonly degreesOfFreedom: number;
  readonly deviations: readonly (readonly number[])[];
};

/**
 * Precision of an effect in a scope, or why there is none. With V_s and V_i the variances of the mean over seed means and over
 * item means, seeds and items together have V_s + V_i − V_e, since the residual is in both (method of moments; never below
 * either), with Satterthwaite's degrees of freedom.
 */
export function precisionOf(groups: readonly SeedGroup[], scope: EffectScope): Precision | { readonly obstacle: string } {
  const means = groups.map((group) => ({ ...twoWayMeans(group.cells), sign: group.sign }));
  const seedMeans = means.map((group) => knownOf(group.rows));
  const itemMeans = signedItemMeans(means);
  if (scope !== "these-runs" && seedMeans.some((seeds) => seeds.length < 2)) return { obstacle: "one seed cannot tell how much another would differ" };
  if (scope !== "these-items" && itemMeans.length < 2) return { obstacle: "one item cannot tell how much another would differ" };
  const seedParts = scope === "these-runs" ? [] : seedMeans.map((seeds) => ({ variance: sampleVariance(seeds) / seeds.length, freedom: seeds.length - 1 }));
  const itemParts = scope === "these-items" ? [] : [{ variance: sampleVariance(itemMeans) / itemMeans.length, freedom: itemMeans.length - 1 }];
  const residualParts = scope === "items-like-these" ? groups.map((group) => residualPart(group.cells)) : [];
  const deviations = [...(scope === "these-runs" ? [] : seedMeans), ...(scope === "these-items" ? [] : [itemMeans])].map(deviationsOf);
  return { ...combine(seedParts, itemParts, residualParts), deviations };
}

type Part = { readonly variance: number; readonly freedom: number };

function combine(seedParts: readonly Part[], itemParts: readonly Part[], residualParts: readonly Part[]): { variance: number; degreesOfFreedom: number } {
  const seeds = sumOf(seedParts.map((part) => part.variance));
  const items = sumOf(itemParts.map((part) => part.variance));
  const residual = sumOf(residualParts.map((part) => part.variance));
  const variance = Math.max(seeds + items - residual, seeds, items);
  const parts = [...seedParts, ...itemParts, ...residualParts];
  const weight = sumOf(parts.map((part) => part.variance ** 2 / part.freedom));
  const fewest = Math.min(...[...seedParts, ...itemParts].map((part) => part.freedom));
  return { variance, degreesOfFreedom: weight === 0 ? fewest : Math.max(fewest, variance ** 2 / weight) };
}

function residualPart(cells: Cells): Part {
  const { rows, items, mean } = twoWayMeans(cells);
  let squares = 0;
  for (let row = 0; row < cells.rows; row++) {
    for (let item = 0; item < cells.items; item++) {
      const cell = row * cells.items + item;
      if (cells.present[cell] !== 1) continue;
      squares += ((cells.values[cell] ?? 0) - (rows[row] ?? 0) - (items[item] ?? 0) + (mean ?? 0)) ** 2;
    }
  }
  const seeds = knownOf(rows).length;
  const answered = knownOf(items).length;
  const freedom = (seeds - 1) * (answered - 1);
  return { variance: squares / freedom / (seeds * answered), freedom };
}

function signedItemMeans(groups: readonly { readonly items: readonly (number | null)[]; readonly sign: 1 | -1 }[]): number[] {
  const first = groups[0]?.items ?? [];
  return knownOf(
    first.map((_, item) => {
      let sum = 0;
      for (const group of groups) {
        const mean = group.items[item] ?? null;
        if (mean === null) return null;
        sum += group.sign * mean;
      }
      return sum;
    }),
  );
}

function deviationsOf(values: readonly number[]): number[] {
  const mean = meanOf(values);
  return values.map((one) => one - mean);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0);
}
