import { normalQuantile } from "./distributions.ts";
import type { Estimate, Interval } from "./estimate.ts";
import { interval, notDefined, value } from "./estimate.ts";
import { meanOf } from "./moments.ts";

/** Spearman's rank correlation with its interval. */
export type Spearman = { readonly rho: Estimate; readonly interval: Interval };

/** Spearman's ρ (mean ranks for ties); interval by Fisher's z with Bonett and Wright's (2000) standard error √((1 + ρ²/2) / (n − 3)). */
export function spearman(pairs: readonly (readonly [number, number])[], level = 0.95): Spearman {
  const none = (why: string): Spearman => ({ rho: notDefined(why), interval: notDefined(why) });
  if (pairs.length < 3) return none("three pairs are needed for a rank correlation");
  const rho = correlation(meanRanks(pairs.map((pair) => pair[0])), meanRanks(pairs.map((pair) => pair[1])));
  if (rho === null) return none("one side does not vary");
  if (pairs.length < 4) return { rho: value(rho), interval: notDefined("four pairs are needed for an interval") };
  if (Math.abs(rho) === 1) return { rho: value(rho), interval: notDefined("the ranks agree perfectly: this interval has no width there") };
  const half = normalQuantile((1 + level) / 2) * Math.sqrt((1 + rho ** 2 / 2) / (pairs.length - 3));
  return { rho: value(rho), interval: interval(Math.tanh(Math.atanh(rho) - half), Math.tanh(Math.atanh(rho) + half), level) };
}

/** Ranks 1 … n; equal values share the mean of their ranks. */
export function meanRanks(values: readonly number[]): number[] {
  const order = values.map((number, index) => ({ number, index })).sort((a, b) => a.number - b.number);
  const ranks = values.map(() => 0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && order[end + 1]?.number === order[start]?.number) end++;
    for (let at = start; at <= end; at++) {
      const entry = order[at];
      if (entry !== undefined) ranks[entry.index] = (start + end) / 2 + 1;
    }
    start = end + 1;
  }
  return ranks;
}

function correlation(x: readonly number[], y: readonly number[]): number | null {
  const [meanX, meanY] = [meanOf(x), meanOf(y)];
  let [xx, yy, xy] = [0, 0, 0];
  x.forEach((one, index) => {
    const [dx, dy] = [one - meanX, (y[index] ?? 0) - meanY];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  });
  if (xx === 0 || yy === 0) return null;
  // Rounding must not push a perfect order past ±1.
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}
