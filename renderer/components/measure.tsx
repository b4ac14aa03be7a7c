import type { Estimate, Interval } from "../../workers/domain/statistics/estimate.ts";
import { formatInterval, formatPoints, formatSigned } from "./format-points.ts";
import styles from "./evidence.module.css";

/** A number, or "undefined" with its reason; never a bare dash. */
export function Measure({ of: estimate, write = formatPoints }: { readonly of: Estimate; readonly write?: (value: number) => string }) {
  if (estimate.kind === "value") return <>{write(estimate.value)}</>;
  return <Undefined why={estimate.why} />;
}

/** An interval, or "undefined" with its reason. */
export function Range({ of: bounds, write = formatSigned }: { readonly of: Interval; readonly write?: (value: number) => string }) {
  if (bounds.kind === "interval") return <>{formatInterval(bounds, write)}</>;
  return <Undefined why={bounds.why} />;
}

function Undefined({ why }: { readonly why: string }) {
  return (
    <span className={styles["undefined"]}>
      undefined <small>({why})</small>
    </span>
  );
}
