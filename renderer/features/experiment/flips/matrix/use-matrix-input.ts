import { useRef, useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent } from "react";
import { columnAt, rowAt, scrollTo } from "../model/geometry.ts";
import { itemFrom, itemsBetween, moved, type Cursor } from "../model/move.ts";
import type { Scene } from "./scene.ts";
import { portOf } from "./use-port.ts";

/** A place under the pointer; row or column −1 = beside the cells. */
type Place = Cursor & { readonly x: number; readonly y: number };
type Drag = { readonly row: number; readonly add: boolean; readonly far: boolean };
type Acts = { readonly onOpen: (item: number) => void; readonly onBrush: (items: readonly number[], add: boolean) => void };

type MatrixInput = {
  readonly cursor: Cursor | null;
  readonly hover: Place | null;
  readonly focused: boolean;
  readonly forgetHover: () => void;
  readonly handlers: Pick<HTMLAttributes<HTMLElement>, "onFocus" | "onBlur" | "onKeyDown" | "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerLeave">;
};

/** Keys and pointer on the matrix: where the cursor is, what the pointer is on, what is opened and brushed. */
export function useMatrixInput(scene: Scene, { onOpen, onBrush }: Acts): MatrixInput {
  const [wanted, setCursor] = useState<Cursor | null>(null);
  const [hover, setHover] = useState<Place | null>(null);
  const [focused, setFocused] = useState(false);
  const drag = useRef<Drag | null>(null);
  const cursor = cursorIn(scene, wanted);
  const itemAt = (row: number): number | null => {
    const found = scene.rows[row];
    return found?.kind === "item" ? found.index : null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (cursor === null) return;
    const item = itemAt(cursor.row);
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / scene.geometry.rowHeight) - 4);
    const next = moved(cursor, event.key, { rows: scene.rows, columns: scene.columns.length, page });
    if (next === undefined && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (next === undefined) {
      if (item !== null && event.key === "Enter") onOpen(item);
      if (item !== null && event.key === " ") onBrush([item], true);
      return;
    }
    event.currentTarget.scrollTo(scrollTo(scene.geometry, next, portOf(event.currentTarget)));
    if (event.shiftKey) onBrush(itemsBetween(scene.rows, cursor.row, next.row), true);
    setCursor(next);
    setHover(null);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { row } = placeOf(scene, event);
    // Only the sheet itself: the scroll bars belong to the scroller.
    if (event.button === 0 && row >= 0 && event.target === event.currentTarget.firstElementChild) drag.current = { row, add: event.ctrlKey || event.metaKey, far: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const there = placeOf(scene, event);
    const held = drag.current;
    if (held !== null && there.row !== held.row && there.row >= 0) {
      drag.current = { ...held, far: true };
      onBrush(itemsBetween(scene.rows, held.row, there.row), held.add);
    }
    setHover((before) => (before?.row === there.row && before.column === there.column ? before : there));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const held = drag.current;
    drag.current = null;
    const there = placeOf(scene, event);
    const item = itemAt(there.row);
    if (held === null || held.far || item === null) return;
    if (event.shiftKey && cursor !== null) onBrush(itemsBetween(scene.rows, cursor.row, there.row), true);
    else onOpen(item);
    setCursor({ row: there.row, column: Math.max(0, there.column) });
  };
  const onFocus = () => {
    setFocused(true);
    if (cursor === null) setCursor(cursorIn(scene, { row: 0, column: 0 }));
  };
  const onPointerLeave = () => {
    drag.current = null;
    setHover(null);
  };
  const forgetHover = () => setHover(null);
  return { cursor, hover, focused, forgetHover, handlers: { onFocus, onBlur: () => setFocused(false), onKeyDown, onPointerDown, onPointerMove, onPointerUp, onPointerLeave } };
}

function placeOf({ geometry }: Scene, event: PointerEvent<HTMLElement>): Place {
  const port = event.currentTarget;
  const box = port.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  const row = y < geometry.headerHeight ? -1 : rowAt(geometry, y - geometry.headerHeight + port.scrollTop);
  const column = x < geometry.labelWidth ? -1 : columnAt(geometry, x - geometry.labelWidth + port.scrollLeft);
  return { row, column, x, y };
}

/** The cursor while the arrangement still has its place, else its nearest item. */
function cursorIn(scene: Scene, cursor: Cursor | null): Cursor | null {
  if (cursor === null || scene.columns.length === 0) return null;
  const row = itemFrom(scene.rows, Math.min(cursor.row, scene.rows.length - 1), 1) ?? itemFrom(scene.rows, scene.rows.length - 1, -1);
  return row === undefined ? null : { row, column: Math.min(cursor.column, scene.columns.length - 1) };
}
