import { normalCdf, normalQuantile, tQuantile } from "../../../workers/domain/statistics/distributions.ts";
import { effectIntervals, effectOf } from "../../../workers/domain/statistics/effect-interval.ts";
import type { EffectScope } from "../../../workers/domain/statistics/effect-precision.ts";
import { precisionOf } from "../../../workers/domain/statistics/effect-precision.ts";
import type { Interval } from "../../../workers/domain/statistics/estimate.ts";
import { interval, notDefined } from "../../../workers/domain/statistics/estimate.ts";
import type { RandomSource } from "../../../workers/domain/statistics/random.ts";
import { randomFrom, unitFrom } from "../../../workers/domain/statistics/random.ts";
import type { SeedGroup } from "../../../workers/domain/statistics/two-way-bootstrap.ts";

/**
 * A world of passes and fails with a seed, an item and a residual part, all in units of the residual (a probit model):
 * the base passes an item of ease b where b > 0; a run of seed s passes it where b + shift + wobble + s + noise > 0.
 * The true effect is known in closed form, so no simulation stands on both sides of the comparison.
 */
export type World = {
  readonly seeds: number;
  readonly items: number;
  readonly ease: number;
  readonly itemSd: number;
  readonly shift: number;
  /** How differently training moves the items. */
  readonly wobbleSd: number;
  readonly seedSd: number;
};

/** The reference experiment's size with four strengths of the seed; "weak" and "medium" have its number of seed-sensitive items. */
export const worlds: Readonly<Record<string, World>> = {
  "no seed part": { seeds: 10, items: 47, ease: -0.2, itemSd: 2, shift: -0.3, wobbleSd: 0.7, seedSd: 0 },
  "weak seeds": { seeds: 10, items: 47, ease: -0.2, itemSd: 2, shift: -0.3, wobbleSd: 0.7, seedSd: 0.15 },
  "medium seeds": { seeds: 10, items: 47, ease: -0.2, itemSd: 2, shift: -0.3, wobbleSd: 0.7, seedSd: 0.5 },
  "strong seeds": { seeds: 10, items: 47, ease: -0.2, itemSd: 2, shift: -0.3, wobbleSd: 0.7, seedSd: 2 },
  "easy task": { seeds: 10, items: 47, ease: 2, itemSd: 1.5, shift: 0.2, wobbleSd: 0.5, seedSd: 0.4 },
};

/** The interval methods whose coverage is counted; `t` is mean ± t(df) · standard error. */
export const methods = ["adjusted", "percentile", "bca", "t"] as const;
export type Method = (typeof methods)[number];

type Item = { readonly basePasses: boolean; readonly ease: number };

/** Share of simulated experiments whose 95 % interval holds the true effect, by method; an undefined interval counts as a miss. */
export function coverageOf(world: World, scope: EffectScope, run: { readonly experiments: number; readonly resamples: number; readonly seed: number }): Record<Method, number> {
  const random = randomFrom(run.seed);
  const hits: Record<Method, number> = { adjusted: 0, percentile: 0, bca: 0, t: 0 };
  for (let experiment = 0; experiment < run.experiments; experiment++) {
    const items = Array.from({ length: world.items }, () => drawItem(world, random));
    const truth = scope === "these-items" ? effectOnItems(world, items) : effectOnAnyItems(world);
    const groups = [drawExperiment(world, items, random)];
    const found = effectIntervals(groups, { scope, resamples: run.resamples, random: randomFrom(experiment), level: 0.95 });
    const all: Record<Method, Interval> = { adjusted: found.adjusted, percentile: found.percentile, bca: found.bca, t: plainT(groups, scope) };
    for (const method of methods) {
      const bounds = all[method];
      if (bounds.kind === "interval" && bounds.low <= truth && truth <= bounds.high) hits[method]++;
    }
  }
  return { adjusted: hits.adjusted / run.experiments, percentile: hits.percentile / run.experiments, bca: hits.bca / run.experiments, t: hits.t / run.experiments };
}

function drawItem(world: World, random: RandomSource): Item {
  const ease = world.ease + world.itemSd * normal(random);
  return { basePasses: ease > 0, ease: ease + world.shift + world.wobbleSd * normal(random) };
}

function drawExperiment(world: World, items: readonly Item[], random: RandomSource): SeedGroup {
  const values = new Int8Array(world.seeds * world.items);
  for (let seed = 0; seed < world.seeds; seed++) {
    const lift = world.seedSd * normal(random);
    items.forEach((item, at) => {
      const passes = unitFrom(random) < normalCdf(item.ease + lift);
      values[seed * world.items + at] = (passes ? 1 : 0) - (item.basePasses ? 1 : 0);
    });
  }
  return { cells: { rows: world.seeds, items: world.items, values, present: new Uint8Array(values.length).fill(1), excluded: 0 }, sign: 1 };
}

function effectOnItems(world: World, items: readonly Item[]): number {
  const spread = Math.hypot(1, world.seedSd);
  return items.reduce((sum, item) => sum + normalCdf(item.ease / spread) - (item.basePasses ? 1 : 0), 0) / items.length;
}

function effectOnAnyItems(world: World): number {
  const runs = normalCdf((world.ease + world.shift) / Math.hypot(1, world.seedSd, world.itemSd, world.wobbleSd));
  return runs - normalCdf(world.ease / world.itemSd);
}

function plainT(groups: readonly SeedGroup[], scope: EffectScope): Interval {
  const precision = precisionOf(groups, scope);
  const effect = effectOf(groups);
  if ("obstacle" in precision || effect === null) return notDefined("no precision");
  const half = tQuantile(0.975, precision.degreesOfFreedom) * Math.sqrt(precision.variance);
  return interval(effect - half, effect + half, 0.95);
}

function normal(random: RandomSource): number {
  return normalQuantile(unitFrom(random));
}
