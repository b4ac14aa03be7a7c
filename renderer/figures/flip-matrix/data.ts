import type { MatrixColumn, MatrixView } from "../../../workers/contract/views.ts";
import type { Change } from "../../../workers/domain/outcome.ts";
import { scoreOf } from "../../../workers/domain/outcome.ts";
import type { ItemClass } from "../../../workers/domain/statistics/item-class.ts";
import { provenanceOf } from "../source.ts";
import type { FigureSource, Provenance } from "../source.ts";
import { classesOf, classOrder, classWords, leadingArm, sensitive } from "./classes.ts";
import type { ItemClasses } from "./classes.ts";
import { changeAt, flipsByItem, gridOf, isBase } from "./grid.ts";
import type { FlipGrid } from "./grid.ts";

/** What the flip matrix draws: columns in order, rows in sections. */
export type FlipMatrixData = {
  readonly provenance: Provenance;
  readonly classes: ItemClasses;
  readonly columns: readonly FigureColumn[];
  readonly sections: readonly { readonly name: ItemClass; readonly title: string; readonly says: string; readonly rows: readonly FigureRow[]; readonly left: number }[];
};

type FigureColumn = { readonly arm: string; readonly seed: string; readonly passes: number; readonly base: boolean; readonly setAside: boolean };
type FigureRow = { readonly index: number; readonly id: string; readonly input: string; readonly gold: string; readonly changes: readonly Change[] };

/** Rows a figure can hold and still be looked at; of more, it draws those that flip most and says so. */
const mostRows = 500;

/** Orders columns and rows as the figure draws them, or says why there is nothing to draw. */
export function flipMatrixData(source: FigureSource): FlipMatrixData | string {
  const { matrix } = source;
  if (matrix.items.length === 0) return "The task has no test items, so there is nothing to compare.";
  const arm = leadingArm(matrix);
  const scored = matrix.columns.filter((column) => /[pfe]/u.test(column.outcomes));
  if (scored.length === 0) return "No run has a score yet.";
  const grid = gridOf({ ...matrix, columns: scored });
  const { counting, reliableShare } = source.analysis.settings;
  const classes = classesOf(matrix, arm ?? "", { counting, reliableShare, leaveOutSetAside: false });
  return {
    provenance: provenanceOf(source, { intervals: false, paths: "all" }),
    classes,
    columns: scored.map((column) => columnOf(column, matrix.items.length)),
    sections: sectionsOf(matrix, grid, classes),
  };
}

function columnOf(column: MatrixColumn, items: number): FigureColumn {
  return {
    arm: column.arm,
    seed: column.seed === null ? (isBase(column) ? "base" : "–") : String(column.seed),
    passes: scoreOf(column.outcomes, items).pass,
    base: isBase(column),
    setAside: column.setAside !== null,
  };
}

function sectionsOf(matrix: MatrixView, grid: FlipGrid, classes: ItemClasses): FlipMatrixData["sections"] {
  const flips = flipsByItem(grid);
  const ofClass = (name: ItemClass): number[] =>
    matrix.items.map((item) => item.index).filter((index) => classes.byItem[index] === name).sort((a, b) => (flips[b] ?? 0) - (flips[a] ?? 0) || a - b);
  const total = matrix.items.length;
  const moving = total > mostRows && classes.byItem.some((name) => sensitive.has(name));
  const names = moving ? classOrder.filter((name) => sensitive.has(name)) : classOrder;
  let room = mostRows;
  return names
    .map((name) => {
      const all = ofClass(name);
      const drawn = all.slice(0, room);
      room -= drawn.length;
      const rows = drawn.map((index) => rowOf(matrix, grid, index));
      return { name, ...classWords(name, classes), rows, left: all.length - drawn.length };
    })
    .filter((section) => section.rows.length + section.left > 0);
}

function rowOf(matrix: MatrixView, grid: FlipGrid, index: number): FigureRow {
  const item = matrix.items[index];
  return {
    index,
    id: item?.id ?? String(index),
    input: item?.input ?? "",
    gold: matrix.labels[item?.gold ?? -1] ?? "",
    changes: grid.columns.map((_, column) => changeAt(grid, column, index)),
  };
}
