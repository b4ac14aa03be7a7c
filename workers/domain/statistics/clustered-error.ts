import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Mean of all values and its clustered standard error, as it is and with the small-sample factor C / (C − 1). */
export type ClusteredMean = { readonly mean: Estimate; readonly uncorrected: Estimate; readonly corrected: Estimate };

/** Standard error of a mean when values inside a cluster move together: √(Σ_c (Σ_i (x_ci − mean))²) / n; `corrected` multiplies the variance by C / (C − 1). */
export function clusteredMean(clusters: readonly (readonly number[])[]): ClusteredMean {
  const filled = clusters.filter((cluster) => cluster.length > 0);
  const all = filled.flat();
  const none = notDefined(all.length === 0 ? "there are no values" : "one cluster has no standard error");
  if (all.length === 0) return { mean: none, uncorrected: none, corrected: none };
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  if (filled.length < 2) return { mean: value(mean), uncorrected: none, corrected: none };
  const squares = filled.map((cluster) => cluster.reduce((sum, one) => sum + one - mean, 0) ** 2);
  const error = Math.sqrt(squares.reduce((sum, one) => sum + one, 0)) / all.length;
  return { mean: value(mean), uncorrected: value(error), corrected: value(error * Math.sqrt(filled.length / (filled.length - 1))) };
}
