import { useLayoutEffect, useRef, type RefObject } from "react";
import { useTheme } from "../../../../stores/theme.ts";
import { createPainter, type Painter, type Pointed } from "./painter.ts";
import type { Scene } from "./scene.ts";

/** Paints the scene after every change; returns what asks for a frame while scrolling, which does not go through React. */
export function usePainter(canvas: RefObject<HTMLCanvasElement | null>, scroller: RefObject<HTMLElement | null>, shown: { readonly scene: Scene; readonly pointed: Pointed }): () => void {
  const theme = useTheme();
  const painter = useRef<Painter | null>(null);
  useLayoutEffect(() => {
    if (canvas.current === null || scroller.current === null) return;
    const made = createPainter(canvas.current, scroller.current);
    painter.current = made;
    return made.dispose;
  }, [canvas, scroller, theme]);
  useLayoutEffect(() => painter.current?.show(shown.scene, shown.pointed));
  return () => painter.current?.ask();
}
