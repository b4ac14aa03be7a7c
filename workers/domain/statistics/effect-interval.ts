import { accelerationOf, bcaInterval, percentileInterval } from "./bootstrap-interval.ts";
import { rowsOf } from "./cells.ts";
import { normalQuantile, tQuantile } from "./distributions.ts";
import type { EffectScope, Precision } from "./effect-precision.ts";
import { precisionOf } from "./effect-precision.ts";
import type { Estimate, Interval } from "./estimate.ts";
import { interval, notDefined, value } from "./estimate.ts";
import { meanOf } from "./moments.ts";
import type { RandomSource } from "./random.ts";
import { twoWayMeans } from "./two-way-means.ts";
import type { SeedGroup } from "./two-way-bootstrap.ts";
import { resampleEffects } from "./two-way-bootstrap.ts";

/** An effect's intervals from one set of resamples; the unit is the cells' (shares of items). */
export type EffectIntervals = {
  /** The percentile interval stretched about the estimate, see {@link effectIntervals}; the one to quote. */
  readonly adjusted: Interval;
  readonly percentile: Interval;
  readonly bca: Interval;
  readonly standardError: Estimate;
};

/** What to let vary and how to resample. */
export type EffectOptions = { readonly scope: EffectScope; readonly resamples: number; readonly random: RandomSource; readonly level: number };

/** The effect: the sum over groups of sign × mean of the seeds' means; null where a group has no seed with a present cell. */
export function effectOf(groups: readonly SeedGroup[]): number | null {
  let effect = 0;
  for (const group of groups) {
    const { mean } = twoWayMeans(group.cells);
    if (mean === null) return null;
    effect += group.sign * mean;
  }
  return groups.length === 0 ? null : effect;
}

/**
 * Percentile and BCa intervals of an effect, and the percentile interval *adjusted* for few seeds. With ten seeds the plain
 * bootstrap is too narrow twice over: its variance is (K − 1)/K of the unbiased one, and it takes normal quantiles where K − 1
 * degrees of freedom call for t (Hesterberg 2015). The adjusted interval multiplies the percentile interval's two arms by
 * t(df)/z · √(unbiased variance / bootstrap variance).
 */
export function effectIntervals(groups: readonly SeedGroup[], options: EffectOptions): EffectIntervals {
  const filled = groups.map(withoutEmptyRows);
  const effect = effectOf(filled);
  if (effect === null) return allUndefined("no item was answered on both sides");
  const precision = precisionOf(filled, options.scope);
  if ("obstacle" in precision) return allUndefined(precision.obstacle);
  if (precision.variance < 1e-20) return allUndefined("no variation, every value that could be drawn is the same");
  const { scope, resamples, random, level } = options;
  const sorted = resampleEffects(filled, { seeds: scope !== "these-runs", items: scope !== "these-items", resamples, random }).sort();
  const percentile = percentileInterval(sorted, level);
  return {
    adjusted: stretched(percentile, effect, stretchFactor(sorted, precision, level)),
    percentile,
    bca: bcaInterval(sorted, { estimate: effect, acceleration: accelerationOf(precision.deviations) }, level),
    standardError: value(Math.sqrt(precision.variance)),
  };
}

function stretchFactor(resampled: Float64Array, precision: Precision, level: number): number {
  const mean = meanOf(resampled);
  let squares = 0;
  for (const one of resampled) squares += (one - mean) ** 2;
  const tail = (1 + level) / 2;
  return (tQuantile(tail, precision.degreesOfFreedom) / normalQuantile(tail)) * Math.sqrt((precision.variance * resampled.length) / squares);
}

function stretched(percentile: Interval, effect: number, factor: number): Interval {
  if (percentile.kind === "undefined") return percentile;
  // Few resamples of few seeds can leave the estimate outside; it never is outside its own interval.
  const low = Math.min(effect, effect + factor * (percentile.low - effect));
  const high = Math.max(effect, effect + factor * (percentile.high - effect));
  return interval(low, high, percentile.level);
}

function withoutEmptyRows(group: SeedGroup): SeedGroup {
  const { rows } = twoWayMeans(group.cells);
  const filled = rows.flatMap((mean, row) => (mean === null ? [] : [row]));
  return filled.length === rows.length ? group : { cells: rowsOf(group.cells, filled), sign: group.sign };
}

function allUndefined(why: string): EffectIntervals {
  const none = notDefined(why);
  return { adjusted: none, percentile: none, bca: none, standardError: none };
}
