import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useTheme } from "../../../../stores/theme.ts";
import { forgetFittedTexts } from "./fit-text.ts";
import { readInks, type Inks } from "./inks.ts";
import { paint } from "./paint.ts";
import type { Scene, Sight } from "./scene.ts";
import { portOf } from "./use-port.ts";

type Elements = { readonly canvas: RefObject<HTMLCanvasElement | null>; readonly scroller: RefObject<HTMLElement | null> };
type Pointed = Omit<Sight, "left" | "top" | "width" | "height">;

/** Paints the scene into the canvas after every change, at most once a frame while scrolling; returns what asks for a frame. */
export function usePainter({ canvas, scroller }: Elements, scene: Scene, pointed: Pointed): () => void {
  const theme = useTheme();
  const inks = useRef<{ readonly theme: string; readonly inks: Inks } | null>(null);
  const latest = useRef({ scene, pointed });
  const frame = useRef(0);
  const draw = useCallback(() => {
    frame.current = 0;
    const [surface, port] = [canvas.current, scroller.current];
    const brush = surface?.getContext("2d", { alpha: false });
    if (surface === null || port === null || brush === null || brush === undefined) return;
    if (inks.current?.theme !== theme) inks.current = { theme, inks: readInks(port) };
    const sight = { ...portOf(port), ...latest.current.pointed };
    fitSurface(surface, brush, sight);
    paint(brush, latest.current.scene, sight, inks.current.inks);
  }, [canvas, scroller, theme]);
  const ask = useCallback(() => {
    if (frame.current === 0) frame.current = requestAnimationFrame(draw);
  }, [draw]);
  useLayoutEffect(() => {
    latest.current = { scene, pointed };
    draw();
  });
  useEffect(() => {
    // Labels are measured in the page's fonts, which may arrive after the first frame.
    void document.fonts.ready.then(() => {
      forgetFittedTexts();
      ask();
    });
    return () => cancelAnimationFrame(frame.current);
  }, [ask]);
  return ask;
}

function fitSurface(surface: HTMLCanvasElement, brush: CanvasRenderingContext2D, { width, height }: Sight): void {
  const ratio = window.devicePixelRatio;
  if (surface.width !== Math.round(width * ratio) || surface.height !== Math.round(height * ratio)) {
    surface.width = Math.round(width * ratio);
    surface.height = Math.round(height * ratio);
    surface.style.width = `${width}px`;
    surface.style.height = `${height}px`;
  }
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
}
