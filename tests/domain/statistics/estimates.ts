import type { Estimate, Interval } from "../../../workers/domain/statistics/estimate.ts";

/** The number of an estimate that must be defined. */
export function numberOf(estimate: Estimate): number {
  if (estimate.kind === "undefined") throw new Error(`expected a number, got undefined: ${estimate.why}`);
  return estimate.value;
}

/** The bounds of an interval that must be defined. */
export function boundsOf(bounds: Interval): [number, number] {
  if (bounds.kind === "undefined") throw new Error(`expected an interval, got undefined: ${bounds.why}`);
  return [bounds.low, bounds.high];
}

/** The reason of a figure that must be undefined. */
export function reasonOf(figure: Estimate | Interval): string {
  if (figure.kind !== "undefined") throw new Error(`expected no figure, got ${JSON.stringify(figure)}`);
  return figure.why;
}
