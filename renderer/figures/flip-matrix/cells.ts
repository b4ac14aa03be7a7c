import type { ReactElement } from "react";
import type { Change } from "../../../workers/domain/outcome.ts";
import { dotPath, hatchPath, mark, rectPath, shapes, trianglePath } from "../marks.ts";
import type { Theme } from "../theme.ts";

/** A cell's place and what it shows. */
export type Cell = { readonly x: number; readonly y: number; readonly change: Change };

/** Size of all cells of a matrix, in pixels, without the gap between them. */
export type CellSize = { readonly width: number; readonly height: number };

/** All cells of a matrix as one path per outcome and glyph, so that a large matrix stays a small file. */
export function drawCells(cells: readonly Cell[], size: CellSize, theme: Theme): ReactElement {
  const squares: Record<Change, string[]> = { "same-pass": [], "same-fail": [], gain: [], loss: [], error: [], missing: [] };
  for (const run of joined(cells, size.width)) squares[run.change].push(rectPath(run.x, run.y, run.width, size.height));
  const hairline = { fill: "none", stroke: theme.failInk, strokeWidth: 0.75 };
  const inset = (change: Change): string[] =>
    cells.filter((cell) => cell.change === change).map((cell) => rectPath(cell.x + 0.5, cell.y + 0.5, size.width - 1, size.height - 1));
  const hatches = cells.filter((cell) => cell.change === "error").map((cell) => hatchPath(cell.x, cell.y, size.width, size.height));
  return mark(
    "g",
    {},
    shapes(squares["same-pass"], { fill: theme.pass }),
    theme.fail === "none" ? shapes(inset("same-fail"), { ...hairline, strokeWidth: 0.5 }) : shapes(squares["same-fail"], { fill: theme.fail }),
    shapes(squares.gain, { fill: theme.gain }),
    shapes(squares.loss, { fill: theme.loss }),
    shapes(inset("error"), hairline),
    shapes(hatches, hairline),
    shapes(inset("missing"), { ...hairline, strokeDasharray: "1.5 1.5" }),
    ...glyphs(cells, size, theme),
  );
}

/** Cells of one kind that touch in a row are drawn as one: in a dense matrix most of them do. */
function joined(cells: readonly Cell[], width: number): (Cell & { readonly width: number })[] {
  const runs: (Cell & { width: number })[] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last?.change === cell.change && last.y === cell.y && Math.abs(last.x + last.width - cell.x) < 0.01) last.width += width;
    else runs.push({ ...cell, width });
  }
  return runs;
}

/** Glyphs say the outcome without colour; cells below 8 pixels have no room for one. */
function glyphs(cells: readonly Cell[], size: CellSize, theme: Theme): (ReactElement | null)[] {
  const least = Math.min(size.width, size.height);
  if (least < 7) return [];
  const radius = Math.min(4.2, least * 0.3);
  const at = (change: Change, draw: (x: number, y: number) => string): string[] =>
    cells.filter((cell) => cell.change === change).map((cell) => draw(cell.x + size.width / 2, cell.y + size.height / 2));
  return [
    shapes(at("gain", (x, y) => trianglePath(x, y, radius, "up")), { fill: theme.onGain }),
    shapes(at("loss", (x, y) => trianglePath(x, y, radius, "down")), { fill: theme.onLoss }),
    shapes(at("same-fail", (x, y) => dotPath(x, y, 1.1)), { fill: theme.failInk }),
  ];
}

/** One cell of the legend. */
export function swatch(change: Change, theme: Theme): ReactElement {
  return drawCells([{ x: 0, y: 0, change }], { width: 13, height: 13 }, theme);
}

/** What each outcome is called in a legend. */
export const changeWords: Readonly<Record<Change, string>> = {
  "same-pass": "pass", "same-fail": "fail", gain: "gain: the base fails", loss: "loss: the base passes", error: "error", missing: "missing",
};
