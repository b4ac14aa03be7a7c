import type { Cells } from "../statistics/cells.ts";
import { completeItems } from "../statistics/cells.ts";
import { smallestDetectable } from "../statistics/detectable-effect.ts";
import type { EffectVariance } from "../statistics/detectable-effect.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { mapEstimate } from "../statistics/estimate.ts";
import { varianceParts } from "../statistics/variance-parts.ts";
import type { DesignFigures, VarianceFigures } from "./analysis.ts";
import { asPoints } from "./points.ts";

/** Seed, item and residual parts of the cells, over the items that every run answered. */
export function varianceFigures(cells: Cells): VarianceFigures {
  const complete = completeItems(cells);
  const { rows, items, values } = complete.cells;
  const parts = varianceParts(Array.from({ length: rows }, (_, row) => Array.from(values.subarray(row * items, (row + 1) * items))));
  const deviation = (part: Estimate): Estimate => asPoints(mapEstimate(part, Math.sqrt));
  return {
    seed: parts.row,
    item: parts.column,
    residual: parts.residual,
    seedSdPoints: deviation(parts.row),
    itemSdPoints: deviation(parts.column),
    residualSdPoints: deviation(parts.residual),
    negative: parts.negative.map((part) => (part === "row" ? "seed" : "item")),
    excludedItems: cells.items - complete.items.length,
  };
}

/** Smallest detectable effects of K seeds on N items with these variance parts. */
export function designFigures(variance: VarianceFigures, seeds: number, items: number): DesignFigures {
  const parts = effectVarianceOf(variance);
  const smallest = (otherItems: boolean): Estimate => ("kind" in parts ? parts : smallestDetectable(parts, { seeds, items, otherItems }));
  const [same, other] = [smallest(false), smallest(true)];
  return {
    theseItemsPoints: asPoints(same),
    itemsLikeThesePoints: asPoints(other),
    theseItems: mapEstimate(same, (share) => share * items),
    itemsLikeThese: mapEstimate(other, (share) => share * items),
  };
}

/** The parts as plain numbers for questions about other designs, or why there are none. */
export function effectVarianceOf(variance: VarianceFigures): EffectVariance | Extract<Estimate, { kind: "undefined" }> {
  const { seed, item, residual } = variance;
  if (seed.kind === "undefined") return seed;
  if (item.kind === "undefined") return item;
  if (residual.kind === "undefined") return residual;
  return { seed: seed.value, item: item.value, residual: residual.value };
}
