import type { Interval } from "../statistics/estimate.ts";
import type { ArmFigures } from "./analysis.ts";
import { plain, strong, type TextPart } from "./text-parts.ts";
import { plainNumber, signedNumber } from "./words.ts";

/** Whether the arm is one run without a seed, so that no other run of it could come out otherwise. */
export function drawsNothing({ runs }: ArmFigures): boolean {
  return runs.length === 1 && runs[0]?.seed === null;
}

/** Where an arm stands against the base, by the interval over its seeds, or over other items where it draws nothing. */
export type Standing = "above" | "below" | "level" | "one seed";

export function standingOf(figures: ArmFigures): Standing {
  const { theseItems, itemsLikeThese } = figures.effect;
  if (figures.runs.length === 1 && !drawsNothing(figures)) return "one seed";
  const bounds = (drawsNothing(figures) ? itemsLikeThese : theseItems).adjusted;
  if (bounds.kind !== "interval") return "level";
  return bounds.low > 0 ? "above" : bounds.high < 0 ? "below" : "level";
}

/** "1.7 items below it" of an effect in items. */
export function distanceWords(items: number, reference: string): string {
  const distance = Math.abs(items);
  // Means of whole counts differ from whole numbers by rounding only below a billionth.
  if (distance < 1e-9) return `level with ${reference}`;
  const side = items < 0 ? "below" : "above";
  if (distance < 0.05) return `less than 0.1 items ${side} ${reference}`;
  const amount = plainNumber(distance, Math.abs(distance - Math.round(distance)) < 1e-9 ? 0 : 1);
  return `${amount} ${amount === "1" ? "item" : "items"} ${side} ${reference}`;
}

/** "(−3.6 points, these items −6.2 to −1.0)" with the reason in place of a missing interval; where nothing is drawn, the interval over other items. */
export function effectBrackets(figures: ArmFigures): string {
  const { points, theseItems, itemsLikeThese } = figures.effect;
  if (points.kind === "undefined") return `(${points.why})`;
  const range = effectRange(theseItems.adjusted);
  if (drawsNothing(figures) && itemsLikeThese.adjusted.kind === "interval") return `(${signedNumber(points.value)} points, items like these ${effectRange(itemsLikeThese.adjusted)})`;
  return theseItems.adjusted.kind === "interval" ? `(${signedNumber(points.value)} points, these items ${range})` : `(${signedNumber(points.value)} points; no interval: ${range})`;
}

/** An arm against the base in short: "averages 1.7 items below it (…)"; one seed "is", and says that it is one. */
export function effectClause(figures: ArmFigures): TextPart[] {
  const { items } = figures.effect;
  if (items.kind === "undefined") return [plain(`cannot be compared: ${items.why}`)];
  const distance = distanceWords(items.value, "it");
  if (figures.runs.length === 1) return [plain("is "), strong(distance), plain(` ${effectBrackets(figures)}`)];
  return [plain("averages "), strong(distance), plain(` ${effectBrackets(figures)}`)];
}

/** "−8.2 to +1.4": the bounds of an effect carry their signs. */
export function effectRange(bounds: Interval): string {
  return bounds.kind === "interval" ? `${signedNumber(bounds.low)} to ${signedNumber(bounds.high)}` : bounds.why;
}
