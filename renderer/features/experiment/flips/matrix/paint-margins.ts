import { nearnessOf, type Nearness } from "../model/nearness.ts";
import type { Inks } from "./inks.ts";

type Brush = CanvasRenderingContext2D;

/** A cell's corner, whether its answer was right, and its margin; null where none was recorded. */
export type MarginCell = { readonly x: number; readonly y: number; readonly right: boolean; readonly margin: number | null };

type Look = { readonly cell: { readonly width: number; readonly height: number }; readonly glyphs: boolean; readonly inks: Inks };

/** The nearer to the border, the darker; on top of the ground of right and wrong. */
export const strengths: Readonly<Record<Nearness, number>> = { touching: 0.85, near: 0.5, within: 0.22, far: 0 };

/** Paints cells by how near they are to flipping; a wrong answer has a minus, a cell without a margin is left empty. */
export function paintMargins(brush: Brush, cells: readonly MarginCell[], { cell, glyphs, inks }: Look): void {
  const fill = (some: readonly MarginCell[], colour: string, strength: number): void => {
    if (some.length === 0) return;
    brush.globalAlpha = strength;
    brush.fillStyle = colour;
    brush.beginPath();
    for (const { x, y } of some) {
      if (glyphs) brush.roundRect(x, y, cell.width, cell.height, 3);
      else brush.rect(x, y, cell.width, cell.height);
    }
    brush.fill();
  };
  const known = cells.filter((one) => one.margin !== null);
  fill(known.filter((one) => one.right), inks.pass, 1);
  fill(known.filter((one) => !one.right), inks.fail, 1);
  for (const [nearness, strength] of Object.entries(strengths)) fill(known.filter(({ margin }) => margin !== null && nearnessOf(margin) === nearness), inks.ink, strength);
  brush.globalAlpha = 1;
  if (!glyphs) return;
  brush.font = `11px ${inks.sans}`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  for (const { x, y, right, margin } of known) {
    if (right || margin === null) continue;
    brush.fillStyle = strengths[nearnessOf(margin)] >= 0.5 ? inks.paper : inks.ink;
    brush.fillText("−", x + cell.width / 2, y + cell.height / 2 + 0.5);
  }
}
