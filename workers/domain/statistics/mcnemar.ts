import { chiSquareUpperTail, fairBinomialCdf } from "./distributions.ts";
import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Exact McNemar test: two-sided binomial p and the mid-p, from the two discordant counts. */
export type ExactMcNemar = { readonly p: number; readonly midP: number };

/** Two-sided exact McNemar: p = min(1, 2·P(X ≤ min(b, c))), X ~ Bin(b + c, ½); mid-p takes half of the observed point; 1 without discordant items. */
export function exactMcNemar(gains: number, losses: number): ExactMcNemar {
  const discordant = gains + losses;
  if (discordant === 0 || gains === losses) return { p: 1, midP: 1 };
  const smaller = Math.min(gains, losses);
  const below = smaller === 0 ? 0 : fairBinomialCdf(smaller - 1, discordant);
  const upTo = fairBinomialCdf(smaller, discordant);
  return { p: Math.min(1, 2 * upTo), midP: Math.min(1, below + upTo) };
}

/** McNemar's χ² (one degree of freedom), with or without Edwards' continuity correction. */
export function chiSquareMcNemar(gains: number, losses: number, corrected: boolean): { readonly statistic: Estimate; readonly p: Estimate } {
  const discordant = gains + losses;
  if (discordant === 0) {
    const none = notDefined("no item differs");
    return { statistic: none, p: none };
  }
  const distance = Math.max(0, Math.abs(gains - losses) - (corrected ? 1 : 0));
  const statistic = distance ** 2 / discordant;
  return { statistic: value(statistic), p: value(chiSquareUpperTail(statistic, 1)) };
}
