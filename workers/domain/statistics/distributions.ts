import betaQuantileOf from "@stdlib/stats-base-dists-beta-quantile";
import binomialCdfOf from "@stdlib/stats-base-dists-binomial-cdf";
import chiSquareCdfOf from "@stdlib/stats-base-dists-chisquare-cdf";
import normalCdfOf from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantileOf from "@stdlib/stats-base-dists-normal-quantile";
import tQuantileOf from "@stdlib/stats-base-dists-t-quantile";

/** P(Z ≤ x) of the standard normal distribution. */
export function normalCdf(x: number): number {
  return normalCdfOf(x, 0, 1);
}

/** The x with P(Z ≤ x) = p of the standard normal distribution; ±Infinity at p = 0 and 1. */
export function normalQuantile(p: number): number {
  return normalQuantileOf(p, 0, 1);
}

/** The x with P(T ≤ x) = p of Student's t with (possibly fractional) degrees of freedom. */
export function tQuantile(p: number, degreesOfFreedom: number): number {
  return tQuantileOf(p, degreesOfFreedom);
}

/** P(X ≥ x) of the chi-square distribution. */
export function chiSquareUpperTail(x: number, degreesOfFreedom: number): number {
  return x <= 0 ? 1 : 1 - chiSquareCdfOf(x, degreesOfFreedom);
}

/** P(X ≤ x) of X ~ Bin(trials, ½). */
export function fairBinomialCdf(x: number, trials: number): number {
  return binomialCdfOf(x, trials, 0.5);
}

/** The x with P(X ≤ x) = p of the beta distribution. */
export function betaQuantile(p: number, alpha: number, beta: number): number {
  return betaQuantileOf(p, alpha, beta);
}
