import { parentPort } from "node:worker_threads";
import { analyseExperiment } from "../domain/analysis/analyse-experiment.ts";
import type { Analysis, AnalysisMatrix, AnalysisOptions, Comparison } from "../domain/analysis/analysis.ts";
import { compare } from "../domain/analysis/compare.ts";
import type { ColumnSet } from "../domain/analysis/compare.ts";

/** One piece of arithmetic, as it is sent to the thread. */
export type Sum =
  | { readonly kind: "analysis"; readonly matrix: AnalysisMatrix; readonly options: AnalysisOptions }
  | { readonly kind: "comparison"; readonly a: ColumnSet; readonly b: ColumnSet; readonly setup: AnalysisOptions & { readonly items: number } };

/** What comes back; an error is a bug in the arithmetic. */
export type SumResult =
  | { readonly kind: "analysis"; readonly analysis: Analysis }
  | { readonly kind: "comparison"; readonly comparison: Comparison }
  | { readonly kind: "error"; readonly message: string };

parentPort?.on("message", (sum: Sum) => {
  parentPort?.postMessage(resultOf(sum));
});

function resultOf(sum: Sum): SumResult {
  try {
    return sum.kind === "analysis"
      ? { kind: "analysis", analysis: analyseExperiment(sum.matrix, sum.options) }
      : { kind: "comparison", comparison: compare(sum.a, sum.b, sum.setup) };
  } catch (error) {
    return { kind: "error", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
