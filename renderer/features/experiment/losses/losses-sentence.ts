import type { Analysis } from "../../../../workers/domain/analysis/analysis.ts";
import { plainNumber } from "../../../../workers/domain/analysis/words.ts";

/** What final loss does and does not say about score, arm by arm. */
export function lossesSentence({ arms }: Analysis): string {
  const trained = arms.filter((arm) => arm.all.lossScore.runs > 0);
  if (trained.length === 0) return "No run has both a final training loss and a score, so nothing can be said about one by the other.";
  return trained.slice(0, 3).map(({ name, all }) => {
    const { rho, interval, runs } = all.lossScore;
    if (rho.kind === "undefined") return `${name}: whether loss follows score is undefined (${rho.why}).`;
    const written = `ρ = ${plainNumber(rho.value, 2)}`;
    if (interval.kind === "undefined") return `${name}: ${written} over ${runs} runs, without an interval (${interval.why}): no seed may be picked by it.`;
    const bounds = `${plainNumber(interval.low, 2)} to ${plainNumber(interval.high, 2)}`;
    if (interval.low <= 0 && interval.high >= 0) return `${name}: training loss does not tell the good seeds from the bad (${written}, ${bounds}, ${runs} runs); picking the lowest loss picks at random.`;
    return `${name}: ${rho.value < 0 ? "seeds with lower loss score higher" : "seeds with lower loss score lower"} (${written}, ${bounds}, ${runs} runs); that holds for these seeds and is no reason to pick one by loss.`;
  }).join(" ");
}
