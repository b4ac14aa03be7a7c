/** A figure that cannot be given, and the reason in words that may be shown as they are. */
export type Undefined = { readonly kind: "undefined"; readonly why: string };

/** One number, or why there is none; never NaN. */
export type Estimate = { readonly kind: "value"; readonly value: number } | Undefined;

/** A two-sided interval at a confidence level (0.95 = 95 %), or why there is none. */
export type Interval = { readonly kind: "interval"; readonly low: number; readonly high: number; readonly level: number } | Undefined;

/** A defined {@link Estimate}; a number that is not finite is a bug and throws. */
export function value(number: number): Estimate {
  if (!Number.isFinite(number)) throw new Error(`an estimate must be finite, got ${number}`);
  return { kind: "value", value: number };
}

/** A figure that cannot be given, with the reason. */
export function notDefined(why: string): Undefined {
  return { kind: "undefined", why };
}

/** A defined {@link Interval}; bounds that are not finite or not in order are a bug and throw. */
export function interval(low: number, high: number, level: number): Interval {
  if (!Number.isFinite(low) || !Number.isFinite(high) || low > high) throw new Error(`not an interval: ${low} to ${high}`);
  return { kind: "interval", low, high, level };
}

/** Applies a function to a defined estimate and keeps the reason of an undefined one. */
export function mapEstimate(estimate: Estimate, change: (number: number) => number): Estimate {
  return estimate.kind === "value" ? value(change(estimate.value)) : estimate;
}

/** Multiplies both bounds by a factor (a change of unit; a negative factor swaps them). */
export function scaleInterval(bounds: Interval, factor: number): Interval {
  if (bounds.kind === "undefined") return bounds;
  const ends = [bounds.low * factor, bounds.high * factor];
  return interval(Math.min(...ends), Math.max(...ends), bounds.level);
}
