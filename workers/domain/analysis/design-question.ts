import { itemsForSeeds, nothingDrawn, seedsNeeded } from "../statistics/detectable-effect.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { notDefined } from "../statistics/estimate.ts";
import type { VarianceFigures } from "./analysis.ts";
import { effectVarianceOf } from "./variance-figures.ts";

/** What it would take to see a wanted effect, with the variance parts of an arm that has run. */
export type DesignAnswer = {
  /** Seeds on these items; seeds when the items may vary too; items (drawn like these) with the seeds there are. */
  readonly seedsOnTheseItems: Estimate;
  readonly seedsOnItemsLikeThese: Estimate;
  readonly itemsWithTheseSeeds: Estimate;
};

/** Seeds or items needed to find an effect of `wantedPoints` in 80 % of repeats at α = 0.05. */
export function whatItTakes(variance: VarianceFigures, design: { readonly seeds: number | null; readonly items: number }, wantedPoints: number): DesignAnswer {
  const parts = effectVarianceOf(variance, design.seeds);
  if ("kind" in parts) return { seedsOnTheseItems: parts, seedsOnItemsLikeThese: parts, itemsWithTheseSeeds: parts };
  const effect = Math.abs(wantedPoints) / 100;
  const byNoSeed = design.seeds === null ? notDefined(nothingDrawn) : null;
  return {
    seedsOnTheseItems: byNoSeed ?? seedsNeeded(parts, { effect, items: design.items, otherItems: false }),
    seedsOnItemsLikeThese: byNoSeed ?? seedsNeeded(parts, { effect, items: design.items, otherItems: true }),
    itemsWithTheseSeeds: itemsForSeeds(parts, { effect, seeds: design.seeds }),
  };
}
