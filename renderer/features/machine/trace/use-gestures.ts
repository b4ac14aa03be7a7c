import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { plotMargin } from "./plot-margin.ts";
import { panned, zoomed, type TimeWindow } from "./time-window.ts";

type Handlers = {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

type Latest = { readonly drawn: TimeWindow; readonly bounds: TimeWindow; readonly move: (window: TimeWindow) => void; readonly zoom: (window: TimeWindow) => void };

const restMs = 140;

/** Gestures over the charts: drag marks a part to zoom into, a drag with Shift moves, the wheel with Ctrl zooms, sideways it moves. */
export function useGestures(window: TimeWindow, bounds: TimeWindow, show: (window: TimeWindow) => void) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef<Latest>({ drawn: window, bounds, move: () => undefined, zoom: show });
  const [mark, setMark] = useState<{ readonly fromX: number; readonly toX: number } | null>(null);
  const wanted = useRef(window);
  const redraw = useRef<ReturnType<typeof setTimeout> | null>(null);
  const drag = useRef<{ readonly startX: number; readonly moves: boolean; readonly window: TimeWindow } | null>(null);

  // Drawing anew takes longer than a frame: what is drawn is moved along under the hand, and drawn anew when it rests.
  const shift = (): number => {
    const { drawn } = latest.current;
    const sameSpan = Math.abs(drawn.toMs - drawn.fromMs - (wanted.current.toMs - wanted.current.fromMs)) < 2;
    const pixels = sameSpan ? (drawn.fromMs - wanted.current.fromMs) / ((drawn.toMs - drawn.fromMs) / plotWidth(element.current)) : 0;
    element.current?.style.setProperty("--pan", `${pixels.toFixed(1)}px`);
    return Math.abs(pixels);
  };
  const drawNow = (): void => {
    if (redraw.current !== null) clearTimeout(redraw.current);
    redraw.current = null;
    show(wanted.current);
  };
  const move = (next: TimeWindow): void => {
    wanted.current = next;
    const moved = shift();
    // As much as is drawn beyond both ends.
    if (moved > plotWidth(element.current) * 0.45) return drawNow();
    if (redraw.current !== null) clearTimeout(redraw.current);
    redraw.current = setTimeout(drawNow, restMs);
  };
  useLayoutEffect(() => {
    latest.current = { drawn: window, bounds, move, zoom: show };
    if (drag.current === null && redraw.current === null) wanted.current = window;
    shift();
  });
  useEffect(() => () => {
    if (redraw.current !== null) clearTimeout(redraw.current);
  }, []);
  useWheel(element, latest, wanted);

  const xOf = (clientX: number): number => clientX - (element.current?.getBoundingClientRect().left ?? 0);
  const msPerPixel = (): number => (window.toMs - window.fromMs) / plotWidth(element.current);
  const timeAt = (x: number): number => window.fromMs + (x - plotMargin.left) * msPerPixel();
  const handlers: Handlers = {
    onPointerDown: (event) => {
      if (event.button !== 0 || xOf(event.clientX) < plotMargin.left || isControl(event.target)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { startX: xOf(event.clientX), moves: event.shiftKey || event.pointerType === "touch", window };
    },
    onPointerMove: (event) => {
      const begun = drag.current;
      if (begun === null) return;
      const x = xOf(event.clientX);
      if (begun.moves) move(panned(begun.window, (begun.startX - x) * msPerPixel(), bounds));
      else setMark({ fromX: Math.min(begun.startX, x), toX: Math.max(begun.startX, x) });
    },
    onPointerUp: () => {
      if (mark !== null && mark.toX - mark.fromX > 6) show({ fromMs: Math.round(timeAt(mark.fromX)), toMs: Math.round(Math.max(timeAt(mark.toX), timeAt(mark.fromX) + 5_000)) });
      if (drag.current?.moves === true) drawNow();
      drag.current = null;
      setMark(null);
    },
    onKeyDown: (event) => {
      const next = afterKey(event.key, window, bounds);
      if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      show(next);
    },
  };
  return { element, handlers, mark };
}

function afterKey(key: string, window: TimeWindow, bounds: TimeWindow): TimeWindow | null {
  const span = window.toMs - window.fromMs;
  const middle = { aroundMs: window.fromMs + span / 2, bounds };
  switch (key) {
    case "ArrowLeft":
      return panned(window, -span / 4, bounds);
    case "ArrowRight":
      return panned(window, span / 4, bounds);
    case "+":
    case "=":
      return zoomed(window, 0.5, middle);
    case "-":
      return zoomed(window, 2, middle);
    case "0":
      return bounds;
    default:
      return null;
  }
}

/** React listens to the wheel passively, and a zoom has to keep the page from scrolling. */
function useWheel(element: { readonly current: HTMLDivElement | null }, latest: { readonly current: Latest }, wanted: { readonly current: TimeWindow }): void {
  useEffect(() => {
    const node = element.current;
    if (node === null) return;
    const onWheel = (event: WheelEvent): void => {
      const { bounds, move, zoom } = latest.current;
      const window = wanted.current;
      const perPixel = (window.toMs - window.fromMs) / plotWidth(node);
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.shiftKey ? event.deltaY : 0;
      if (event.ctrlKey || event.metaKey) {
        const aroundMs = window.fromMs + (event.clientX - node.getBoundingClientRect().left - plotMargin.left) * perPixel;
        zoom(zoomed(window, Math.exp(event.deltaY / 200), { aroundMs, bounds }));
      } else if (sideways !== 0) move(panned(window, sideways * perPixel, bounds));
      else return;
      event.preventDefault();
    };
    node.addEventListener("wheel", onWheel, { passive: false });
    return () => node.removeEventListener("wheel", onWheel);
  }, [element, latest, wanted]);
}

function plotWidth(node: HTMLElement | null): number {
  return Math.max(1, (node?.clientWidth ?? 0) - plotMargin.left - plotMargin.right);
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, select") !== null;
}
