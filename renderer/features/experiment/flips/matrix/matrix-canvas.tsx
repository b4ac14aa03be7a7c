import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { cellWords } from "../model/cell-words.ts";
import { columnAt, rowAt, scrollTo } from "../model/geometry.ts";
import { itemFrom, itemsBetween, moved, type Cursor } from "../model/move.ts";
import { CellTip } from "./cell-tip.tsx";
import { GridMirror } from "./grid-mirror.tsx";
import { placed } from "./build-scene.ts";
import type { Scene } from "./scene.ts";
import { usePainter } from "./use-painter.ts";
import { portOf, useSize } from "./use-port.ts";
import styles from "./matrix.module.css";

type Props = {
  readonly arranged: Omit<Scene, "geometry">;
  readonly openItem: number | null;
  readonly brushed: ReadonlySet<number>;
  readonly onOpen: (item: number) => void;
  readonly onBrush: (items: readonly number[], add: boolean) => void;
};

type Drag = { readonly row: number; readonly add: boolean; readonly far: boolean };

/** The matrix on a canvas under a real scroller; keys and screen readers meet a grid with the cells around the cursor. */
export function MatrixCanvas({ arranged, openItem, brushed, onOpen, onBrush }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { width } = useSize(scroller);
  const scene = useMemo(() => placed(arranged, width), [arranged, width]);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [hover, setHover] = useState<(Cursor & { readonly x: number; readonly y: number }) | null>(null);
  const [focused, setFocused] = useState(false);
  const drag = useRef<Drag | null>(null);
  const at = cursorIn(scene, cursor);
  const ask = usePainter(canvas, scroller, { scene, pointed: { cursor: at, hover, open: openItem, brushed, focused } });

  const goTo = (next: Cursor, brush: boolean) => {
    const port = scroller.current;
    if (port !== null) port.scrollTo(scrollTo(scene.geometry, next, portOf(port)));
    if (brush && at !== null) onBrush(itemsBetween(scene.rows, at.row, next.row), true);
    setCursor(next);
    setHover(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = at === null ? undefined : scene.rows[at.row];
    if ((event.key === "Enter" || event.key === " ") && row?.kind === "item") {
      event.preventDefault();
      if (event.key === "Enter") onOpen(row.index);
      else onBrush([row.index], true);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / scene.geometry.rowHeight) - 4);
    const next = at === null ? undefined : moved(at, event.key, { rows: scene.rows, columns: scene.columns.length, page });
    if (next === undefined) return;
    event.preventDefault();
    goTo(next, event.shiftKey);
  };
  const place = (event: PointerEvent): (Cursor & { readonly x: number; readonly y: number }) | null => {
    const port = scroller.current;
    if (port === null) return null;
    const box = port.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { geometry } = scene;
    const row = y < geometry.headerHeight ? -1 : rowAt(geometry, y - geometry.headerHeight + port.scrollTop);
    const column = x < geometry.labelWidth ? -1 : columnAt(geometry, x - geometry.labelWidth + port.scrollLeft);
    return { row, column, x, y };
  };
  const onPointerMove = (event: PointerEvent) => {
    const there = place(event);
    const held = drag.current;
    if (there === null) return;
    if (held !== null && there.row !== held.row && there.row >= 0) {
      drag.current = { ...held, far: true };
      onBrush(itemsBetween(scene.rows, held.row, there.row), held.add);
    }
    setHover((before) => (before?.row === there.row && before.column === there.column ? before : there));
  };
  const onPointerUp = (event: PointerEvent) => {
    const held = drag.current;
    drag.current = null;
    const there = place(event);
    const row = there === null ? undefined : scene.rows[there.row];
    if (held === null || held.far || there === null || row?.kind !== "item") return;
    if (event.shiftKey && at !== null) onBrush(itemsBetween(scene.rows, at.row, there.row), true);
    else onOpen(row.index);
    setCursor({ row: there.row, column: Math.max(0, there.column) });
  };
  return (
    <div className={styles["matrix"]}>
      <canvas ref={canvas} aria-hidden="true" />
      <div
        ref={scroller}
        className={styles["scroller"]}
        role="grid"
        tabIndex={0}
        aria-label="Items by runs; arrows move, Enter opens an item, Space and Shift with arrows brush items"
        aria-rowcount={scene.rows.length + 1}
        aria-colcount={scene.columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={at === null ? undefined : "flip-cell"}
        onScroll={() => {
          ask();
          setHover(null);
        }}
        onFocus={() => {
          setFocused(true);
          if (at === null) setCursor(firstCell(scene));
        }}
        onBlur={() => setFocused(false)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const row = place(event)?.row ?? -1;
          if (event.button === 0 && row >= 0 && event.target === event.currentTarget.firstElementChild) drag.current = { row, add: event.ctrlKey || event.metaKey, far: false };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => {
          drag.current = null;
          setHover(null);
        }}
      >
        <div className={styles["sheet"]} style={{ width: scene.geometry.labelWidth + scene.geometry.sheet.width, height: scene.geometry.headerHeight + scene.geometry.sheet.height }} />
        <GridMirror scene={scene} cursor={at} brushed={brushed} />
      </div>
      {hover === null ? null : <CellTip scene={scene} at={hover} room={width} />}
      <p className={styles["live"]} aria-live="polite">
        {at === null || !focused ? "" : spoken(scene, at)}
      </p>
    </div>
  );
}

/** The cursor while the arrangement still has its place, else its nearest item. */
function cursorIn(scene: Scene, cursor: Cursor | null): Cursor | null {
  if (cursor === null || scene.columns.length === 0) return null;
  const row = itemFrom(scene.rows, Math.min(cursor.row, scene.rows.length - 1), 1) ?? itemFrom(scene.rows, scene.rows.length - 1, -1);
  return row === undefined ? null : { row, column: Math.min(cursor.column, scene.columns.length - 1) };
}

function firstCell(scene: Scene): Cursor | null {
  const row = itemFrom(scene.rows, 0, 1);
  return row === undefined || scene.columns.length === 0 ? null : { row, column: 0 };
}

function spoken(scene: Scene, at: Cursor): string {
  const row = scene.rows[at.row];
  if (row?.kind !== "item") return "";
  const words = cellWords(scene.matrix, scene.grid, { column: scene.columns[at.column] ?? 0, item: row.index });
  return `${words.title}: ${words.outcome}; ${words.lines.join("; ")}`;
}
