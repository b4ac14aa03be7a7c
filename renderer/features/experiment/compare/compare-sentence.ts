import type { Comparison } from "../../../../workers/domain/analysis/analysis.ts";
import { plainNumber, signedNumber } from "../../../../workers/domain/analysis/words.ts";

/** What a comparison says: the difference with its interval, and whether it could be nothing. */
export function compareSentence(comparison: Comparison): string {
  const { differencePoints, differenceItems, theseItems, itemsLikeThese } = comparison;
  if (differencePoints.kind === "undefined") return `The two cannot be compared: ${differencePoints.why}.`;
  const items = differenceItems.kind === "value" ? ` (${signedNumber(differenceItems.value)} items)` : "";
  const opening = `B stands ${signedNumber(differencePoints.value)} points from A${items}`;
  const bounds = itemsLikeThese.adjusted.kind === "interval" ? itemsLikeThese.adjusted : theseItems.adjusted;
  if (bounds.kind === "undefined") return `${opening}; an interval is undefined: ${bounds.why}.`;
  const which = itemsLikeThese.adjusted.kind === "interval" ? "items like these" : "these items";
  const range = `${which} ${plainNumber(bounds.low)} to ${plainNumber(bounds.high)}`;
  return bounds.low <= 0 && bounds.high >= 0 ? `${opening}; ${range} includes zero, so this could be nothing.` : `${opening}; ${range}.`;
}
