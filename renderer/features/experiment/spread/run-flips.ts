import type { MatrixView } from "../../../../workers/contract/views.ts";
import { changeFrom, outcomeAt } from "../../../../workers/domain/outcome.ts";
import { baseOf, isBase } from "../../../figures/flip-matrix/grid.ts";

/** Items that a run wins and loses against the base on its path; null without a base there. */
export function runFlips(matrix: MatrixView, runId: string): { readonly gains: readonly number[]; readonly losses: readonly number[] } | null {
  const run = matrix.columns.find((column) => column.runId === runId);
  const base = run === undefined || isBase(run) ? undefined : baseOf(matrix.columns, run.path);
  if (run === undefined || base === undefined) return null;
  const changed = (change: "gain" | "loss"): number[] =>
    matrix.items.flatMap(({ index }) => (changeFrom(outcomeAt(base.outcomes, index), outcomeAt(run.outcomes, index)) === change ? [index] : []));
  return { gains: changed("gain"), losses: changed("loss") };
}
