import type { Estimate, Interval } from "../statistics/estimate.ts";
import { mapEstimate, scaleInterval } from "../statistics/estimate.ts";

/** A share of items as percentage points. */
export function asPoints(share: Estimate): Estimate {
  return mapEstimate(share, (one) => one * 100);
}

/** An interval of shares as percentage points. */
export function intervalAsPoints(shares: Interval): Interval {
  return scaleInterval(shares, 100);
}
