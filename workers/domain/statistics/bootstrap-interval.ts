import { normalCdf, normalQuantile } from "./distributions.ts";
import type { Interval } from "./estimate.ts";
import { interval, notDefined } from "./estimate.ts";
import { quantileOfSorted } from "./moments.ts";
import type { RandomSource } from "./random.ts";
import { indexBelow } from "./random.ts";

const unvaried = notDefined("no variation: every resample gives the same value");

/** Percentile interval: the central share of the resampled values (ascending). */
export function percentileInterval(sorted: Float64Array, level: number): Interval {
  if (isConstant(sorted)) return unvaried;
  return interval(quantileOfSorted(sorted, (1 - level) / 2), quantileOfSorted(sorted, (1 + level) / 2), level);
}

/** Basic (reverse percentile) interval: the percentile interval mirrored at the estimate. */
export function basicInterval(sorted: Float64Array, estimate: number, level: number): Interval {
  const percentile = percentileInterval(sorted, level);
  if (percentile.kind === "undefined") return percentile;
  return interval(2 * estimate - percentile.high, 2 * estimate - percentile.low, level);
}

/** Efron's BCa interval; `acceleration` comes from {@link accelerationOf}, values equal to the estimate count half for the bias. */
export function bcaInterval(sorted: Float64Array, at: { readonly estimate: number; readonly acceleration: number }, level: number): Interval {
  if (isConstant(sorted)) return unvaried;
  const bias = normalQuantile(shareBelow(sorted, at.estimate));
  if (!Number.isFinite(bias)) return notDefined("every resample lies on one side of the estimate");
  const ends = [bias + normalQuantile((1 - level) / 2), bias + normalQuantile((1 + level) / 2)];
  if (ends.some((z) => at.acceleration * z >= 1)) return notDefined("the resamples are too skewed for BCa");
  const [low = 0, high = 1] = ends.map((z) => normalCdf(bias + z / (1 - at.acceleration * z)));
  return interval(quantileOfSorted(sorted, Math.min(low, high)), quantileOfSorted(sorted, Math.max(low, high)), level);
}

/** BCa's acceleration from the influence values of each independent sample (deviations from its mean), by the several-sample formula. */
export function accelerationOf(samples: readonly (readonly number[])[]): number {
  let cubes = 0;
  let squares = 0;
  for (const influences of samples) {
    const count = influences.length;
    for (const one of influences) {
      cubes += one ** 3 / count ** 3;
      squares += one ** 2 / count ** 2;
    }
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/** Means of resamples of one plain sample, ascending. */
export function resampledMeans(values: readonly number[], resamples: number, random: RandomSource): Float64Array {
  const source = Float64Array.from(values);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let draw = 0; draw < source.length; draw++) sum += source[indexBelow(source.length, random)] ?? 0;
    means[resample] = sum / source.length;
  }
  return means.sort();
}

function isConstant(sorted: Float64Array): boolean {
  return sorted.length === 0 || sorted[0] === sorted[sorted.length - 1];
}

function shareBelow(sorted: Float64Array, estimate: number): number {
  // The same mean summed in another order differs in its last bits and still is the same value.
  const slack = 1e-12 * Math.max(1, Math.abs(estimate));
  return (countBelow(sorted, estimate - slack) + countBelow(sorted, estimate + slack)) / (2 * sorted.length);
}

function countBelow(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
