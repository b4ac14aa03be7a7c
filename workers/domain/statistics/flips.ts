import type { Counting, OutcomeString } from "../outcome.ts";
import { cellsOf } from "./cells.ts";
import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Where two runs on the same items stand to each other: `a` before, `b` after. */
export type FlipCounts = {
  readonly bothPass: number;
  readonly bothFail: number;
  /** Fails before, passes after. */
  readonly gains: number;
  /** Passes before, fails after. */
  readonly losses: number;
  /** Items counted on both sides, and left out. */
  readonly compared: number;
  readonly excluded: number;
};

/** Counts agreement, gains and losses from `before` to `after` over `items` items. */
export function countFlips(before: OutcomeString, after: OutcomeString, design: { readonly items: number; readonly counting: Counting }): FlipCounts {
  const { items, counting } = design;
  const cells = cellsOf([before, after], items, counting);
  const counts = { bothPass: 0, bothFail: 0, gains: 0, losses: 0 };
  let compared = 0;
  for (let item = 0; item < items; item++) {
    if (cells.present[item] !== 1 || cells.present[items + item] !== 1) continue;
    compared++;
    counts[relation(cells.values[item] === 1, cells.values[items + item] === 1)]++;
  }
  return { ...counts, compared, excluded: items - compared };
}

/** Positive flip rate: share of the compared items that go from wrong to right (Yan et al. 2021). */
export function positiveFlipRate(flips: FlipCounts): Estimate {
  return shareOf(flips.gains, flips.compared, "no item was answered by both");
}

/** Negative flip rate: share of the compared items (not of the base-correct ones) that go from right to wrong (Yan et al. 2021). */
export function negativeFlipRate(flips: FlipCounts): Estimate {
  return shareOf(flips.losses, flips.compared, "no item was answered by both");
}

/** Accuracy change over the compared items: PFR − NFR. */
export function accuracyChange(flips: FlipCounts): Estimate {
  return shareOf(flips.gains - flips.losses, flips.compared, "no item was answered by both");
}

/** Correctness churn: PFR + NFR, the "flips" of Dutta et al. 2024. */
export function correctnessChurn(flips: FlipCounts): Estimate {
  return shareOf(flips.gains + flips.losses, flips.compared, "no item was answered by both");
}

/** Backward trust compatibility: of the items that were right, the share that stays right (Srivastava et al. 2020). */
export function trustCompatibility(flips: FlipCounts): Estimate {
  return shareOf(flips.bothPass, flips.bothPass + flips.losses, "the reference has no item right");
}

/** Backward error compatibility: of the items now wrong, the share that was wrong before (Srivastava et al. 2020). */
export function errorCompatibility(flips: FlipCounts): Estimate {
  return shareOf(flips.bothFail, flips.bothFail + flips.losses, "the run has no item wrong");
}

/** Churn: share of the items that both answered on which the *prediction* differs; −1 is "no readable answer" (Milani Fard et al. 2016). */
export function predictionChurn(before: readonly number[], after: readonly number[], answered: (item: number) => boolean): Estimate {
  let compared = 0;
  let differing = 0;
  for (let item = 0; item < Math.min(before.length, after.length); item++) {
    if (!answered(item)) continue;
    compared++;
    if (before[item] !== after[item]) differing++;
  }
  return shareOf(differing, compared, "no item has a prediction from both");
}

/** A share, or the reason why there is none. */
export function shareOf(part: number, whole: number, whyNot: string): Estimate {
  return whole === 0 ? notDefined(whyNot) : value(part / whole);
}

function relation(before: boolean, after: boolean): "bothPass" | "bothFail" | "gains" | "losses" {
  if (before) return after ? "bothPass" : "losses";
  return after ? "gains" : "bothFail";
}
