import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";

/** Variance parts of a complete two-way table with one value a cell; with one draw the row × column part and the residual are one. */
export type VarianceParts = {
  readonly row: Estimate;
  readonly column: Estimate;
  readonly residual: Estimate;
  /** Parts whose estimate came out below zero and is given as 0. */
  readonly negative: readonly ("row" | "column")[];
};

/** Two-way ANOVA (method of moments) estimates; they equal REML wherever all are positive and the table is complete. */
export function varianceParts(table: readonly (readonly number[])[]): VarianceParts {
  const rows = table.length;
  const columns = table[0]?.length ?? 0;
  if (rows < 2 || columns < 2) {
    const none = notDefined("two rows and two columns are needed to tell the parts apart");
    return { row: none, column: none, residual: none, negative: [] };
  }
  if (table.some((row) => row.length !== columns)) throw new Error("variance parts need a complete table");
  const { rowSquare, columnSquare, residualSquare } = meanSquares(table, rows, columns);
  const row = (rowSquare - residualSquare) / columns;
  const column = (columnSquare - residualSquare) / rows;
  return {
    row: value(Math.max(0, row)),
    column: value(Math.max(0, column)),
    residual: value(residualSquare),
    negative: [...(row < 0 ? (["row"] as const) : []), ...(column < 0 ? (["column"] as const) : [])],
  };
}

function meanSquares(table: readonly (readonly number[])[], rows: number, columns: number) {
  const rowMeans = table.map((row) => row.reduce((sum, one) => sum + one, 0) / columns);
  const columnMeans = Array.from({ length: columns }, (_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows);
  const grand = rowMeans.reduce((sum, one) => sum + one, 0) / rows;
  const squares = (means: readonly number[]) => means.reduce((sum, mean) => sum + (mean - grand) ** 2, 0);
  let residual = 0;
  table.forEach((row, at) => {
    row.forEach((one, column) => {
      residual += (one - (rowMeans[at] ?? 0) - (columnMeans[column] ?? 0) + grand) ** 2;
    });
  });
  return {
    rowSquare: (columns * squares(rowMeans)) / (rows - 1),
    columnSquare: (rows * squares(columnMeans)) / (columns - 1),
    residualSquare: residual / ((rows - 1) * (columns - 1)),
  };
}
