import type { MatrixColumn, MatrixView } from "../../../../../workers/contract/views.ts";
import { baseOf, changeAt, isBase, type FlipGrid } from "../../../../figures/flip-matrix/grid.ts";

/** A cell in words: what it is and what changed. */
export type CellWords = { readonly title: string; readonly outcome: string; readonly lines: readonly string[] };

/** Says what one run did on one item, against the base and against gold. */
export function cellWords(matrix: MatrixView, grid: FlipGrid, { column, item }: { readonly column: number; readonly item: number }): CellWords {
  const run = matrix.columns[column];
  const about = matrix.items[item];
  if (run === undefined || about === undefined) return { title: "", outcome: "", lines: [] };
  const base = isBase(run) ? undefined : baseOf(matrix.columns, run.path);
  const said = labelOf(matrix, run, item);
  const gold = matrix.labels[about.gold] ?? "unknown";
  const margin = run.margins?.[item];
  return {
    title: `${columnName(run)} · item ${item + 1}`,
    outcome: outcomeWords(matrix, grid, { column, item }),
    lines: [
      `gold ${gold}`,
      ...(base === undefined ? [] : [`base ${labelOf(matrix, base, item)}`]),
      ...(run.outcomes[item] === "p" || run.outcomes[item] === "f" ? [`this run ${said}`] : []),
      ...(margin === undefined || margin === null ? [] : [`gold margin ${margin.toFixed(2).replace("-", "−")} nats`]),
      ...(run.setAside === null ? [] : [`set aside: ${run.setAside}`]),
    ],
  };
}

function outcomeWords(matrix: MatrixView, grid: FlipGrid, { column, item }: { readonly column: number; readonly item: number }): string {
  const run = matrix.columns[column];
  const based = run !== undefined && !isBase(run) && baseOf(matrix.columns, run.path) !== undefined;
  switch (changeAt(grid, column, item)) {
    case "gain":
      return "▲ gain: the base fails, this run passes";
    case "loss":
      return "▼ loss: the base passes, this run fails";
    case "same-pass":
      return based ? "pass, as the base" : "pass";
    case "same-fail":
      return based ? failWords(matrix, column, item) : "fail";
    case "error":
      return "error: the run could not answer";
    case "missing":
      return "missing: never asked";
  }
}

/** Wrong to differently wrong is a change that colours do not show. */
function failWords(matrix: MatrixView, column: number, item: number): string {
  const run = matrix.columns[column];
  const base = run === undefined ? undefined : baseOf(matrix.columns, run.path);
  const same = run?.predictions[item] === base?.predictions[item];
  return same ? "fail, as the base" : "fail, but not the base's answer";
}

/** "lora, seed 4". */
export function columnName(column: MatrixColumn): string {
  return column.seed === null ? column.arm : `${column.arm}, seed ${column.seed}`;
}

/** What a run said on an item. */
export function labelOf(matrix: MatrixView, column: MatrixColumn, item: number): string {
  const said = column.predictions[item] ?? -1;
  return said < 0 ? "no readable answer" : (matrix.labels[said] ?? "no readable answer");
}
