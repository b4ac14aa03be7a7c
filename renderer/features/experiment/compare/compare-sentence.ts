import type { Comparison } from "../../../../workers/domain/analysis/analysis.ts";
import { distanceWords } from "../../../../workers/domain/analysis/effect-clause.ts";
import { plainNumber, signedNumber } from "../../../../workers/domain/analysis/words.ts";

/** What a comparison says: the difference with its interval, and whether it could be nothing. */
export function compareSentence(comparison: Comparison): string {
  const { differencePoints, differenceItems } = comparison;
  if (differencePoints.kind === "undefined" || differenceItems.kind === "undefined") return `The two cannot be compared: ${differencePoints.kind === "undefined" ? differencePoints.why : "there are no items"}.`;
  const opening = `B stands ${distanceWords(differenceItems.value, "A")} (${signedNumber(differencePoints.value)} points`;
  const widest = widestInterval(comparison);
  if (widest === null) return `${opening}); there is no interval: ${whyNone(comparison)}.`;
  const { scope, low, high } = widest;
  const range = `${opening}; ${scope} ${plainNumber(low)} to ${signedNumber(high)})`;
  return low <= 0 && high >= 0 ? `${range}. That interval includes zero, so there may be no difference.` : `${range}.`;
}

/** The interval that lets most vary: seeds and items, else the seeds, else the items under these very runs. */
function widestInterval({ itemsLikeThese, theseItems, theseRuns }: Comparison): { readonly scope: string; readonly low: number; readonly high: number } | null {
  for (const [scope, { adjusted }] of [["items like these", itemsLikeThese], ["these items", theseItems], ["other items under these runs", theseRuns]] as const) {
    if (adjusted.kind === "interval") return { scope, low: adjusted.low, high: adjusted.high };
  }
  return null;
}

function whyNone({ theseRuns }: Comparison): string {
  return theseRuns.adjusted.kind === "undefined" ? theseRuns.adjusted.why : "";
}
