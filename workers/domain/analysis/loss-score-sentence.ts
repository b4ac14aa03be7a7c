import type { ArmAnalysis } from "./analysis.ts";
import { plainNumber } from "./words.ts";

/** What final loss does and does not say about score in one arm; an interval with zero in it is no proof that the two are unrelated. */
export function lossScoreSentence({ name, all }: Pick<ArmAnalysis, "name"> & { readonly all: Pick<ArmAnalysis["all"], "lossScore"> }): string {
  const { rho, interval, runs } = all.lossScore;
  if (rho.kind === "undefined") return `${name}: whether loss follows score cannot be said: ${rho.why}.`;
  const written = `ρ = ${plainNumber(rho.value, 2)}`;
  if (interval.kind === "undefined") return `${name}: ${written} over ${runs} runs without an interval (${interval.why}), so no seed may be picked by its loss.`;
  const brackets = `(${written}, 95 % ${plainNumber(interval.low, 2)} to ${plainNumber(interval.high, 2)}, ${runs} runs)`;
  if (interval.low <= 0 && interval.high >= 0) return `${name}: no sign that loss tells the good seeds from the bad ${brackets}; that does not prove them unrelated, but it is no ground to pick a seed by its loss.`;
  return `${name}: lower loss goes with ${rho.value < 0 ? "higher" : "lower"} score ${brackets}; that is an association over these seeds, no licence to pick one by its loss.`;
}
