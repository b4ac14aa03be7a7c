import type { MatrixColumn, MatrixView } from "../../../../../workers/contract/views.ts";
import type { ItemClasses } from "../../../../figures/flip-matrix/classes.ts";
import { isBase, type FlipGrid } from "../../../../figures/flip-matrix/grid.ts";
import { arrangeColumns, arrangeRows, passesOf } from "../model/arrange.ts";
import { filterItems } from "../model/filter-items.ts";
import { geometryOf } from "../model/geometry.ts";
import type { FlipsView } from "../model/view.ts";
import type { ColumnHead, Scene } from "./scene.ts";

type Parts = { readonly matrix: MatrixView; readonly grid: FlipGrid; readonly classes: ItemClasses; readonly view: FlipsView; readonly brushed: ReadonlySet<number> };

/** The rows and columns of a view in order; independent of the window's size. */
export function arrange({ matrix, grid, classes, view, brushed }: Parts): Omit<Scene, "geometry"> {
  const rows = arrangeRows(filterItems(matrix, classes, view, brushed), view.rows, { matrix, grid, classes });
  const columns = arrangeColumns(grid, view.columns);
  const heads = columns.flatMap((at) => (grid.columns[at] === undefined ? [] : [headOf(grid.columns[at])]));
  return { matrix, grid, rows, columns, heads, ground: view.ground, mostPasses: Math.max(1, ...heads.map((head) => head.passes ?? 0)) };
}

/** The arranged matrix, placed for a width. */
export function placed(arranged: Omit<Scene, "geometry">, width: number): Scene {
  return { ...arranged, geometry: geometryOf(arranged.rows, arranged.heads, width) };
}

function headOf(column: MatrixColumn): ColumnHead {
  return {
    arm: column.arm,
    base: isBase(column),
    passes: /[pfe]/u.test(column.outcomes) ? passesOf(column) : null,
    under: column.seed === null ? column.arm : String(column.seed),
    setAside: column.setAside !== null,
  };
}
