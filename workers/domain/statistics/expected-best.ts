import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Expected maximum of n draws from the observed scores, Σ v·(F(v)^n − F(v−)^n) (Dodge et al. 2019, "Show Your Work"). */
export function expectedBest(scores: readonly number[], draws: number): Estimate {
  if (scores.length === 0) return notDefined("no run has a score");
  if (draws < 1) return notDefined("at least one draw is needed");
  const sorted = [...scores].sort((a, b) => a - b);
  let expected = 0;
  sorted.forEach((score, index) => {
    expected += score * (((index + 1) / sorted.length) ** draws - (index / sorted.length) ** draws);
  });
  return value(expected);
}
