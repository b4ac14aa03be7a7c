import { forgetFittedTexts } from "./fit-text.ts";
import { readInks } from "./inks.ts";
import { paint } from "./paint.ts";
import type { Scene, Sight } from "./scene.ts";
import { portOf } from "./use-port.ts";

/** What is pointed at, apart from where the scroller stands. */
export type Pointed = Omit<Sight, "left" | "top" | "width" | "height">;

/** Paints a scene into a canvas under a scroller. */
export type Painter = {
  /** Paints at once. */
  readonly show: (scene: Scene, pointed: Pointed) => void;
  /** Paints the same scene at the next frame; asked again before it, it still paints once. */
  readonly ask: () => void;
  readonly dispose: () => void;
};

/** A painter in the inks that are in force now; a new theme takes a new painter. */
export function createPainter(canvas: HTMLCanvasElement, scroller: HTMLElement): Painter {
  const brush = canvas.getContext("2d", { alpha: false });
  const inks = readInks(scroller);
  let shown: { readonly scene: Scene; readonly pointed: Pointed } | null = null;
  let frame = 0;
  const draw = (): void => {
    frame = 0;
    if (brush === null || shown === null) return;
    const sight = { ...portOf(scroller), ...shown.pointed };
    fitSurface(canvas, brush, sight);
    paint(brush, shown.scene, sight, inks);
  };
  const ask = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  // Labels are measured in the page's fonts, which may arrive after the first frame.
  void document.fonts.ready.then(() => {
    forgetFittedTexts();
    ask();
  });
  return {
    show: (scene, pointed) => {
      shown = { scene, pointed };
      draw();
    },
    ask,
    dispose: () => {
      cancelAnimationFrame(frame);
      shown = null;
    },
  };
}

function fitSurface(canvas: HTMLCanvasElement, brush: CanvasRenderingContext2D, { width, height }: Sight): void {
  const ratio = window.devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
}
