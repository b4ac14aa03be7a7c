import { cellWords } from "../model/cell-words.ts";
import type { Cursor } from "../model/move.ts";
import type { Scene } from "./scene.ts";
import styles from "./matrix.module.css";

type Props = { readonly scene: Scene; readonly cursor: Cursor | null; readonly brushed: ReadonlySet<number> };

const rowsAround = 2;
const columnsAround = 12;

/** The cells around the cursor as real elements, for those who hear the matrix. */
export function GridMirror({ scene, cursor, brushed }: Props) {
  if (cursor === null) return null;
  const rows = range(cursor.row - rowsAround, cursor.row + rowsAround, scene.rows.length);
  const columns = range(cursor.column - columnsAround, cursor.column + columnsAround, scene.columns.length);
  return (
    <div className={styles["mirror"]} role="rowgroup">
      {rows.map((at) => {
        const row = scene.rows[at];
        if (row?.kind !== "item") return null;
        const item = scene.matrix.items[row.index];
        return (
          <div key={at} role="row" aria-rowindex={at + 2} aria-selected={brushed.has(row.index)}>
            <span role="rowheader">{item?.input}</span>
            {columns.map((column) => (
              <span key={column} id={at === cursor.row && column === cursor.column ? "flip-cell" : undefined} role="gridcell" aria-colindex={column + 2}>
                {sayCell(scene, row.index, column)}
              </span>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function sayCell(scene: Scene, item: number, column: number): string {
  const words = cellWords(scene.matrix, scene.grid, { column: scene.columns[column] ?? 0, item });
  return `${words.title}: ${words.outcome}`;
}

function range(from: number, to: number, length: number): number[] {
  const first = Math.max(0, from);
  const last = Math.min(length - 1, to);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
