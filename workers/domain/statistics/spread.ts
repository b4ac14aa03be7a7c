import { tQuantile } from "./distributions.ts";
import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";
import { meanOf, sampleVariance } from "./moments.ts";

/** The mean of the seeds' scores. */
export function meanScore(scores: readonly number[]): Estimate {
  return scores.length === 0 ? notDefined("no run has a score") : value(meanOf(scores));
}

/** Sample standard deviation (n − 1) of the seeds' scores, in their unit. */
export function spreadOf(scores: readonly number[]): Estimate {
  if (scores.length === 0) return notDefined("no run has a score");
  if (scores.length === 1) return notDefined("one seed has no spread");
  return value(Math.sqrt(sampleVariance(scores)));
}

/** Noise floor of a mean of K scores: t(0.975, K − 1) · s / √K. */
export function noiseFloor(scores: readonly number[]): Estimate {
  const spread = spreadOf(scores);
  if (spread.kind === "undefined") return spread;
  if (spread.value === 0) return notDefined("every seed has the same score: their spread says nothing about noise");
  const count = scores.length;
  return value((tQuantile(0.975, count - 1) * spread.value) / Math.sqrt(count));
}

/** Noise floor of the difference of two means with a pooled spread: t(0.975, K₁ + K₂ − 2) · s_p · √(1/K₁ + 1/K₂), for equal K the field's √(2/K). */
export function noiseFloorOfTwo(a: readonly number[], b: readonly number[]): Estimate {
  if (a.length < 2 || b.length < 2) return notDefined("two seeds on each side are needed for a noise floor");
  const freedom = a.length + b.length - 2;
  const pooled = ((a.length - 1) * sampleVariance(a) + (b.length - 1) * sampleVariance(b)) / freedom;
  if (pooled === 0) return notDefined("the seeds of each arm all have the same score: their spread says nothing about noise");
  return value(tQuantile(0.975, freedom) * Math.sqrt(pooled * (1 / a.length + 1 / b.length)));
}
