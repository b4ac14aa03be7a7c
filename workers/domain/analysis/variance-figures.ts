import type { Cells } from "../statistics/cells.ts";
import { completeItems } from "../statistics/cells.ts";
import { nothingDrawn, smallestDetectable } from "../statistics/detectable-effect.ts";
import type { EffectVariance } from "../statistics/detectable-effect.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { mapEstimate, notDefined, value } from "../statistics/estimate.ts";
import { sampleVariance } from "../statistics/moments.ts";
import { varianceParts } from "../statistics/variance-parts.ts";
import type { DesignFigures, VarianceFigures } from "./analysis.ts";
import { asPoints } from "./points.ts";

/** Seed, item and residual parts of the cells, over the items that every run answered. */
export function varianceFigures(cells: Cells): VarianceFigures {
  const complete = completeItems(cells);
  const { rows, items, values } = complete.cells;
  const parts = rows < 2 || items < 2 ? tooFew : varianceParts(Array.from({ length: rows }, (_, row) => Array.from(values.subarray(row * items, (row + 1) * items))));
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

const none = notDefined("two seeds and two items are needed to tell the parts apart");
const tooFew = { row: none, column: none, residual: none, negative: [] } as const;

/** The same where nothing is drawn: one row, whose items alone vary. */
export function seedlessVariance(cells: Cells): VarianceFigures {
  const known = Array.from(cells.values).filter((_, cell) => cells.present[cell] === 1);
  const item = known.length < 2 ? notDefined("one item cannot tell how much another would differ") : value(sampleVariance(known));
  const drawn = notDefined(nothingDrawn);
  return {
    seed: drawn, item, residual: drawn, seedSdPoints: drawn, itemSdPoints: asPoints(mapEstimate(item, Math.sqrt)), residualSdPoints: drawn,
    negative: [], excludedItems: cells.items - known.length,
  };
}

/** Smallest detectable effects of K seeds (null where nothing is drawn) on N items with these variance parts. */
export function designFigures(variance: VarianceFigures, seeds: number | null, items: number): DesignFigures {
  const parts = effectVarianceOf(variance, seeds);
  const smallest = (otherItems: boolean): Estimate => ("kind" in parts ? parts : smallestDetectable(parts, { seeds, items, otherItems }));
  const [same, other] = [smallest(false), smallest(true)];
  return {
    theseItemsPoints: asPoints(same),
    itemsLikeThesePoints: asPoints(other),
    theseItems: mapEstimate(same, (share) => share * items),
    itemsLikeThese: mapEstimate(other, (share) => share * items),
  };
}

/** The parts as plain numbers for questions about other designs, or why there are none; without seeds the items alone count. */
export function effectVarianceOf(variance: VarianceFigures, seeds: number | null): EffectVariance | Extract<Estimate, { kind: "undefined" }> {
  const { seed, item, residual } = variance;
  if (seeds === null && item.kind === "value") return { seed: 0, item: item.value, residual: 0 };
  if (seed.kind === "undefined") return seed;
  if (item.kind === "undefined") return item;
  if (residual.kind === "undefined") return residual;
  return { seed: seed.value, item: item.value, residual: residual.value };
}
