import type { MatrixView } from "../../../../workers/contract/views.ts";

/** On what two runs may agree. */
export type AgreementKind = "prediction" | "outcome";

/** The items that two runs both answered, and those among them on which they differ; null where a run is not there. */
export function pairItems(matrix: MatrixView, pair: { readonly a: string; readonly b: string }, kind: AgreementKind): { readonly compared: number; readonly differing: readonly number[] } | null {
  const [a, b] = [pair.a, pair.b].map((runId) => matrix.columns.find((column) => column.runId === runId));
  if (a === undefined || b === undefined) return null;
  const both = matrix.items.filter(({ index }) => answered(a.outcomes, index) && answered(b.outcomes, index));
  const differs = (item: number): boolean => (kind === "outcome" ? a.outcomes[item] !== b.outcomes[item] : a.predictions[item] !== b.predictions[item]);
  return { compared: both.length, differing: both.filter(({ index }) => differs(index)).map(({ index }) => index) };
}

function answered(outcomes: string, item: number): boolean {
  return outcomes[item] === "p" || outcomes[item] === "f";
}
