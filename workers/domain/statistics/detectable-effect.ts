import { normalQuantile, tQuantile } from "./distributions.ts";
import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Variance parts of one paired difference (a cell), in the square of the effect's unit. */
export type EffectVariance = { readonly seed: number; readonly item: number; readonly residual: number };

/** A planned design: K seeds (null where nothing is drawn) on N items; `otherItems` also lets the items vary ("items like these"). */
export type Design = { readonly seeds: number | null; readonly items: number; readonly otherItems: boolean };

/** Two-sided test level and power; the field's default is 0.05 and 0.8. */
export type TestStrength = { readonly alpha: number; readonly power: number };

/** Why an arm without a seed has no figure that needs other seeds. */
export const nothingDrawn = "nothing in this arm is drawn by a seed";

const usual: TestStrength = { alpha: 0.05, power: 0.8 };

/** Variance of a mean effect under a design: σ²_seed/K (+ σ²_item/N) + σ²_residual/(K·N). */
export function effectVariance(parts: EffectVariance, design: Design): number {
  const items = design.otherItems ? parts.item / design.items : 0;
  if (design.seeds === null) return items;
  return parts.seed / design.seeds + items + parts.residual / (design.seeds * design.items);
}

/** Smallest true effect that a design finds with the given power: (t(1 − α/2) + t(power)) · standard error. */
export function smallestDetectable(parts: EffectVariance, design: Design, strength: TestStrength = usual): Estimate {
  if (design.seeds === null && !design.otherItems) return notDefined(nothingDrawn);
  if (design.seeds !== null && design.seeds < 2) return notDefined("one seed has no spread to compare an effect with");
  if (design.items < 1) return notDefined("there are no items");
  if (design.otherItems && design.items < 2) return notDefined("one item cannot tell how much another would differ");
  const variance = effectVariance(parts, design);
  if (variance === 0) return notDefined("no variation: neither seeds nor items move the difference");
  const freedom = degreesOfFreedom(parts, design);
  return value((tQuantile(1 - strength.alpha / 2, freedom) + tQuantile(strength.power, freedom)) * Math.sqrt(variance));
}

/** Fewest seeds that make an effect detectable on the given items, up to `most`. */
export function seedsNeeded(parts: EffectVariance, wanted: { readonly effect: number; readonly items: number; readonly otherItems: boolean }, most = 10_000): Estimate {
  if (!(wanted.effect > 0)) return notDefined("the wanted effect must be above zero");
  const withTwo = smallestDetectable(parts, { seeds: 2, items: wanted.items, otherItems: wanted.otherItems });
  if (withTwo.kind === "undefined") return withTwo;
  const detects = (seeds: number): boolean => {
    const smallest = smallestDetectable(parts, { seeds, items: wanted.items, otherItems: wanted.otherItems });
    return smallest.kind === "value" && smallest.value <= wanted.effect;
  };
  return fewest(detects, most, wanted.otherItems ? "more seeds alone do not help: the items vary too much, more items are needed" : `more than ${most} seeds`);
}

/** Fewest items (drawn like these) that make an effect detectable with the given seeds, up to `most`. */
export function itemsForSeeds(parts: EffectVariance, wanted: { readonly effect: number; readonly seeds: number | null }, most = 10_000_000): Estimate {
  if (!(wanted.effect > 0)) return notDefined("the wanted effect must be above zero");
  const withTwo = smallestDetectable(parts, { seeds: wanted.seeds, items: 2, otherItems: true });
  if (withTwo.kind === "undefined") return withTwo;
  const detects = (items: number): boolean => {
    const smallest = smallestDetectable(parts, { seeds: wanted.seeds, items, otherItems: true });
    return smallest.kind === "value" && smallest.value <= wanted.effect;
  };
  return fewest(detects, most, "more items alone do not help: the seeds vary too much, more seeds are needed");
}

/**
 * Items needed for a paired comparison of two models (Miller 2024, "Adding Error Bars to Evals", eq. 9), not rounded:
 * (z(1 − α/2) + z(power))² · (ω² + σ²_A/K_A + σ²_B/K_B) / δ².
 */
export function itemsNeeded(design: {
  readonly effect: number;
  /** Variance ω² of the items' true differences. */
  readonly itemVariance: number;
  /** σ²/K of each side: variance of one answer, divided by how often each item is asked. */
  readonly answerVariances?: readonly number[];
  readonly strength?: TestStrength;
}): Estimate {
  if (!(design.effect > 0)) return notDefined("the wanted effect must be above zero");
  const { alpha, power } = design.strength ?? usual;
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  const variance = (design.answerVariances ?? []).reduce((sum, one) => sum + one, design.itemVariance);
  return value((z * z * variance) / design.effect ** 2);
}

function degreesOfFreedom(parts: EffectVariance, design: Design): number {
  if (design.seeds === null) return design.items - 1;
  const seedSide = parts.seed / design.seeds + parts.residual / (design.seeds * design.items);
  if (!design.otherItems) return design.seeds - 1;
  const itemSide = parts.item / design.items;
  const weight = seedSide ** 2 / (design.seeds - 1) + itemSide ** 2 / (design.items - 1);
  return (seedSide + itemSide) ** 2 / weight;
}

function fewest(detects: (count: number) => boolean, most: number, whyNot: string): Estimate {
  if (!detects(most)) return notDefined(whyNot);
  let [low, high] = [1, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (detects(middle)) high = middle;
    else low = middle;
  }
  return value(high);
}
