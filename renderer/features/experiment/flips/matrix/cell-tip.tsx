import { columnName, cellWords } from "../model/cell-words.ts";
import type { Cursor } from "../model/move.ts";
import type { Scene } from "./scene.ts";
import styles from "./matrix.module.css";

type Props = { readonly scene: Scene; readonly at: Cursor & { readonly x: number; readonly y: number }; readonly room: number };

/** What the pointer is on: a cell and what changed there, a whole label, or a column's run. */
export function CellTip({ scene, at, room }: Props) {
  const words = tipWords(scene, at);
  if (words === null) return null;
  const right = at.x > room / 2;
  const side = right ? { right: room - at.x + 14 } : { left: at.x + 14 };
  return (
    <div className={styles["tip"]} style={{ ...side, top: Math.max(4, at.y + 14) }} role="presentation">
      <b>{words.title}</b>
      {words.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

function tipWords(scene: Scene, at: Cursor): { readonly title: string; readonly lines: readonly string[] } | null {
  const row = scene.rows[at.row];
  const column = scene.columns[at.column];
  if (row?.kind === "item" && column !== undefined) {
    const words = cellWords(scene.matrix, scene.grid, { column, item: row.index });
    return { title: words.title, lines: [words.outcome, ...words.lines] };
  }
  if (row?.kind === "item") {
    const item = scene.matrix.items[row.index];
    return item === undefined ? null : { title: `Item ${row.index + 1} · ${item.id}`, lines: [item.input.slice(0, 400), `gold ${scene.matrix.labels[item.gold] ?? "unknown"}`] };
  }
  if (at.row >= 0 || column === undefined) return null;
  return headWords(scene, column, at.column);
}

function headWords(scene: Scene, column: number, place: number): { readonly title: string; readonly lines: readonly string[] } | null {
  const run = scene.grid.columns[column];
  const passes = scene.heads[place]?.passes ?? null;
  if (run === undefined) return null;
  const score = passes === null ? `no score yet: ${run.state}` : `passes ${passes} of ${scene.grid.items}`;
  return { title: columnName(run), lines: [score, `${run.path} · ${run.batch}`, ...(run.setAside === null ? [] : [`set aside: ${run.setAside}`])] };
}
