import { betaQuantile, normalQuantile } from "./distributions.ts";
import type { Interval } from "./estimate.ts";
import { interval, notDefined } from "./estimate.ts";

/** Wilson's score interval of a proportion, clipped to [0, 1]. */
export function wilsonInterval(successes: number, trials: number, level = 0.95): Interval {
  if (trials === 0) return notDefined("no item was answered");
  const z = normalQuantile((1 + level) / 2);
  const share = successes / trials;
  const centre = (share + (z * z) / (2 * trials)) / (1 + (z * z) / trials);
  const half = (z / (1 + (z * z) / trials)) * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  // At 0 and at `trials` the bound is exactly 0 or 1; rounding must not move it.
  const low = successes === 0 ? 0 : Math.max(0, centre - half);
  const high = successes === trials ? 1 : Math.min(1, centre + half);
  return interval(low, high, level);
}

/** Clopper and Pearson's exact interval of a proportion. */
export function clopperPearsonInterval(successes: number, trials: number, level = 0.95): Interval {
  if (trials === 0) return notDefined("no item was answered");
  const tail = (1 - level) / 2;
  const low = successes === 0 ? 0 : betaQuantile(tail, successes, trials - successes + 1);
  const high = successes === trials ? 1 : betaQuantile(1 - tail, successes + 1, trials - successes);
  return interval(low, high, level);
}
