import type { ArmAnalysis } from "../../../domain/analysis/analysis.ts";
import { effectRange } from "../../../domain/analysis/effect-clause.ts";
import { listWords, plainNumber, signedNumber } from "../../../domain/analysis/words.ts";
import type { Estimate, Interval } from "../../../domain/statistics/estimate.ts";
import type { Check, Facts } from "./facts.ts";

export function intervalWithoutZero({ analysis }: Facts): Check {
  const judged = analysis.arms.map((arm) => ({ name: arm.name, zero: zeroInside(arm), words: effectWords(arm) }));
  const evidence = judged.map(({ name, words }) => `${name}: ${words}`);
  const known = judged.filter(({ zero }) => zero !== null);
  if (known.length === 0) return { state: "unknown", sentence: `There is no interval of an effect: ${firstReason(analysis, ({ all }) => all.effect.itemsLikeThese.adjusted)}.`, evidence };
  const inside = known.filter(({ zero }) => zero === true).map(({ name }) => name);
  if (inside.length === 0) return { state: "yes", sentence: "The interval for items like these leaves out zero for every arm that has one.", evidence };
  return { state: "no", sentence: `The interval for items like these includes zero for ${listWords(inside)}, so there may be no effect.`, evidence };
}

export function largeEnough({ analysis }: Facts): Check {
  const judged = analysis.arms.map((arm) => ({ name: arm.name, seen: couldBeSeen(arm), words: designWords(arm) }));
  const evidence = judged.map(({ name, words }) => `${name}: ${words}`);
  const known = judged.filter(({ seen }) => seen !== null);
  if (known.length === 0) return { state: "unknown", sentence: `How small an effect this design could have seen cannot be said: ${firstReason(analysis, ({ all }) => all.design.itemsLikeThesePoints)}.`, evidence };
  const tooSmall = known.filter(({ seen }) => seen === false).map(({ name }) => name);
  if (tooSmall.length === 0) return { state: "yes", sentence: "Every effect that was found is at least as large as the smallest this design could have seen.", evidence };
  return { state: "no", sentence: `The ${tooSmall.length === 1 ? "effect" : "effects"} of ${listWords(tooSmall)} ${tooSmall.length === 1 ? "is" : "are"} smaller than the smallest this design would find in four of five repeats.`, evidence };
}

function firstReason(analysis: Facts["analysis"], figure: (arm: ArmAnalysis) => Estimate | Interval): string {
  const [arm] = analysis.arms;
  const found = arm === undefined ? undefined : figure(arm);
  return found?.kind === "undefined" ? found.why : "no arm is compared with the base";
}

function zeroInside({ all }: ArmAnalysis): boolean | null {
  const { adjusted } = all.effect.itemsLikeThese;
  return adjusted.kind === "interval" ? adjusted.low <= 0 && adjusted.high >= 0 : null;
}

function effectWords({ all }: ArmAnalysis): string {
  const { points, itemsLikeThese, theseItems } = all.effect;
  if (points.kind === "undefined") return points.why;
  return `${signedNumber(points.value)} points; items like these ${effectRange(itemsLikeThese.adjusted)}, these items ${effectRange(theseItems.adjusted)}`;
}

function couldBeSeen({ all }: ArmAnalysis): boolean | null {
  const { points } = all.effect;
  const { itemsLikeThesePoints: smallest } = all.design;
  return points.kind === "value" && smallest.kind === "value" ? Math.abs(points.value) >= smallest.value : null;
}

function designWords({ all }: ArmAnalysis): string {
  const { itemsLikeThesePoints: smallest, itemsLikeThese: items } = all.design;
  if (smallest.kind === "undefined") return smallest.why;
  const found = all.effect.points.kind === "value" ? `, found ${signedNumber(all.effect.points.value)}` : "";
  return `smallest visible effect ${plainNumber(smallest.value)} points${items.kind === "value" ? ` (${plainNumber(items.value)} items)` : ""}${found}`;
}
