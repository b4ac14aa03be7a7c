import { changes } from "../../../../figures/flip-matrix/grid.ts";
import { rowsBetween } from "../model/geometry.ts";
import { fitText } from "./fit-text.ts";
import type { Inks } from "./inks.ts";
import { paintMargins, type MarginCell } from "./paint-margins.ts";
import type { Scene, Sight } from "./scene.ts";

type Brush = CanvasRenderingContext2D;
type Cells = Record<(typeof changes)[number], number[]>;

/** Paints what is in sight, cells of one kind together; the cost depends on the window's size, not on the matrix's. */
export function paint(brush: Brush, scene: Scene, sight: Sight, inks: Inks): void {
  const { geometry } = scene;
  brush.fillStyle = inks.paper;
  brush.fillRect(0, 0, sight.width, sight.height);
  const window = rowsBetween(geometry, sight.top, sight.top + sight.height - geometry.headerHeight);
  const columns = columnsInSight(scene, sight);
  clipped(brush, { x: 0, y: geometry.headerHeight, width: sight.width, height: sight.height - geometry.headerHeight }, () => {
    paintRowGrounds(brush, scene, sight, { inks, window });
    clipped(brush, { x: geometry.labelWidth, y: geometry.headerHeight, width: sight.width - geometry.labelWidth, height: sight.height }, () => {
      if (scene.ground === "margin") paintMargins(brush, collectMargins(scene, sight, { window, columns }), { cell: geometry.cell, glyphs: geometry.glyphs, inks });
      else paintCells(brush, collectCells(scene, sight, { window, columns }), scene, inks);
      paintOutlines(brush, scene, sight, { inks, window, columns });
    });
    paintLabels(brush, scene, sight, { inks, window });
  });
  paintHeads(brush, scene, sight, { inks, columns });
  if (sight.cursor !== null) paintCursor(brush, scene, sight, inks);
}

type Range = { readonly first: number; readonly last: number };

function columnsInSight({ geometry }: Scene, sight: Sight): Range {
  const room = sight.width - geometry.labelWidth;
  let first = 0;
  while (first < geometry.xs.length - 1 && (geometry.xs[first] ?? 0) + geometry.cell.width < sight.left) first++;
  let last = first;
  while (last < geometry.xs.length - 1 && (geometry.xs[last + 1] ?? 0) < sight.left + room) last++;
  return { first, last };
}

function collectCells(scene: Scene, sight: Sight, { window, columns }: { readonly window: Range; readonly columns: Range }): Cells {
  const { geometry, grid, rows } = scene;
  const cells: Cells = { "same-pass": [], "same-fail": [], gain: [], loss: [], error: [], missing: [] };
  for (let at = window.first; at <= window.last; at++) {
    const row = rows[at];
    if (row?.kind !== "item") continue;
    const y = yOf(scene, sight, at);
    for (let column = columns.first; column <= columns.last; column++) {
      const code = grid.codes[(scene.columns[column] ?? 0) * grid.items + row.index] ?? 5;
      cells[changes[code] ?? "missing"].push(geometry.labelWidth + (geometry.xs[column] ?? 0) - sight.left, y);
    }
  }
  return cells;
}

function collectMargins(scene: Scene, sight: Sight, { window, columns }: { readonly window: Range; readonly columns: Range }): MarginCell[] {
  const { geometry, grid, rows } = scene;
  const cells: MarginCell[] = [];
  for (let at = window.first; at <= window.last; at++) {
    const row = rows[at];
    if (row?.kind !== "item") continue;
    for (let column = columns.first; column <= columns.last; column++) {
      const run = grid.columns[scene.columns[column] ?? -1];
      const x = geometry.labelWidth + (geometry.xs[column] ?? 0) - sight.left;
      cells.push({ x, y: yOf(scene, sight, at), right: run?.outcomes[row.index] === "p", margin: run?.margins?.[row.index] ?? null });
    }
  }
  return cells;
}

function paintCells(brush: Brush, cells: Cells, { geometry }: Scene, inks: Inks): void {
  const { width, height } = geometry.cell;
  const fill = (places: readonly number[], colour: string): void => {
    brush.fillStyle = colour;
    brush.beginPath();
    for (let at = 0; at < places.length; at += 2) {
      if (geometry.glyphs) brush.roundRect(places[at] ?? 0, places[at + 1] ?? 0, width, height, 3);
      else brush.rect(places[at] ?? 0, places[at + 1] ?? 0, width, height);
    }
    brush.fill();
  };
  fill(cells["same-pass"], inks.pass);
  fill(cells["same-fail"], inks.fail);
  fill(cells.gain, inks.gain);
  fill(cells.loss, inks.loss);
  hatch(brush, cells.error, geometry.cell, inks);
  if (!geometry.glyphs) return;
  glyphs(brush, cells.gain, { glyph: "▲", ink: inks.onGain, cell: geometry.cell, inks });
  glyphs(brush, cells.loss, { glyph: "▼", ink: inks.onLoss, cell: geometry.cell, inks });
  glyphs(brush, cells["same-fail"], { glyph: "·", ink: inks.failMark, cell: geometry.cell, inks });
}

function hatch(brush: Brush, places: readonly number[], { width, height }: { readonly width: number; readonly height: number }, inks: Inks): void {
  if (places.length === 0) return;
  brush.strokeStyle = inks.errorInk;
  brush.lineWidth = 1;
  brush.beginPath();
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at] ?? 0, places[at + 1] ?? 0];
    brush.rect(x + 0.5, y + 0.5, width - 1, height - 1);
    for (let step = 4; step < width + height; step += 5) {
      const fromX = Math.min(step, width);
      const toX = Math.max(0, step - height);
      brush.moveTo(x + fromX, y + step - fromX);
      brush.lineTo(x + toX, y + step - toX);
    }
  }
  brush.stroke();
}

function glyphs(brush: Brush, places: readonly number[], { glyph, ink, cell, inks }: { readonly glyph: string; readonly ink: string; readonly cell: { readonly width: number; readonly height: number }; readonly inks: Inks }): void {
  brush.fillStyle = ink;
  brush.font = `${glyph === "·" ? 13 : 9}px ${inks.sans}`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  for (let at = 0; at < places.length; at += 2) brush.fillText(glyph, (places[at] ?? 0) + cell.width / 2, (places[at + 1] ?? 0) + cell.height / 2 + 0.5);
}

/** The base's cells have an outline. */
function paintOutlines(brush: Brush, scene: Scene, sight: Sight, { inks, window, columns }: { readonly inks: Inks; readonly window: Range; readonly columns: Range }): void {
  const { geometry, rows } = scene;
  brush.strokeStyle = inks.soft;
  brush.lineWidth = geometry.glyphs ? 1.5 : 1;
  brush.beginPath();
  for (let column = columns.first; column <= columns.last; column++) {
    if (scene.heads[column]?.base !== true) continue;
    const x = geometry.labelWidth + (geometry.xs[column] ?? 0) - sight.left;
    for (let at = window.first; at <= window.last; at++) {
      if (rows[at]?.kind === "item") brush.roundRect(x + 0.75, yOf(scene, sight, at) + 0.75, geometry.cell.width - 1.5, geometry.cell.height - 1.5, geometry.glyphs ? 2.5 : 0);
    }
  }
  brush.stroke();
}

function paintRowGrounds(brush: Brush, scene: Scene, sight: Sight, { inks, window }: { readonly inks: Inks; readonly window: Range }): void {
  const { geometry, rows } = scene;
  for (let at = window.first; at <= window.last; at++) {
    const row = rows[at];
    if (row?.kind !== "item") continue;
    const marked = row.index === sight.open || sight.brushed.has(row.index) || at === sight.hover?.row;
    if (!marked) continue;
    brush.fillStyle = inks.shade;
    brush.fillRect(0, yOf(scene, sight, at) - 1.5, sight.width, geometry.rowHeight);
    if (!sight.brushed.has(row.index)) continue;
    brush.fillStyle = inks.accent;
    brush.fillRect(0, yOf(scene, sight, at) - 1.5, 3, geometry.rowHeight);
  }
}

function paintLabels(brush: Brush, scene: Scene, sight: Sight, { inks, window }: { readonly inks: Inks; readonly window: Range }): void {
  const { geometry, rows, matrix } = scene;
  const inputWidth = geometry.labelWidth - geometry.goldWidth - (geometry.goldWidth > 0 ? 24 : 10) - 6;
  const plain = `${geometry.glyphs ? 13 : 11}px ${inks.sans}`;
  brush.textAlign = "start";
  brush.textBaseline = "middle";
  for (let at = window.first; at <= window.last; at++) {
    const row = rows[at];
    if (row === undefined) continue;
    const y = geometry.headerHeight + (geometry.ys[at] ?? 0) - sight.top;
    if (row.kind === "section") {
      paintSection(brush, row, { y: y + 20, inks, width: sight.width });
      continue;
    }
    const middle = yOf(scene, sight, at) + geometry.cell.height / 2 + 0.5;
    const item = matrix.items[row.index];
    const open = row.index === sight.open;
    brush.font = open ? `600 ${plain}` : plain;
    brush.fillStyle = open ? inks.accent : inks.ink;
    brush.fillText(fitText(brush, item?.input ?? "", inputWidth), 6, middle);
    if (geometry.goldWidth === 0) continue;
    brush.font = `${geometry.glyphs ? 11 : 10}px ${inks.mono}`;
    brush.fillStyle = inks.faint;
    brush.fillText(fitText(brush, matrix.labels[item?.gold ?? -1] ?? "", geometry.goldWidth), geometry.labelWidth - geometry.goldWidth - 10, middle);
  }
}

function paintSection(brush: Brush, row: Extract<Scene["rows"][number], { readonly kind: "section" }>, { y, inks, width }: { readonly y: number; readonly inks: Inks; readonly width: number }): void {
  brush.font = `600 12px ${inks.sans}`;
  brush.fillStyle = inks.ink;
  const title = `${row.title} ${row.count}`;
  brush.fillText(title, 6, y);
  const next = 6 + brush.measureText(title).width + 8;
  brush.font = `11px ${inks.sans}`;
  brush.fillStyle = inks.soft;
  brush.fillText(fitText(brush, row.says, width - next - 6), next, y);
}

function paintHeads(brush: Brush, scene: Scene, sight: Sight, { inks, columns }: { readonly inks: Inks; readonly columns: Range }): void {
  const { geometry, heads } = scene;
  clipped(brush, { x: geometry.labelWidth, y: 0, width: sight.width - geometry.labelWidth, height: geometry.headerHeight }, () => {
    paintArmNames(brush, scene, sight, { inks, columns });
    brush.textAlign = "center";
    brush.textBaseline = "alphabetic";
    for (let column = columns.first; column <= columns.last; column++) {
      const head = heads[column];
      if (head === undefined) continue;
      const x = geometry.labelWidth + (geometry.xs[column] ?? 0) - sight.left + geometry.cell.width / 2;
      if (!geometry.glyphs) {
        paintBar(brush, scene, { head, x, inks });
        continue;
      }
      brush.font = `600 ${scoreSize(scene)}px ${inks.mono}`;
      brush.fillStyle = head.setAside ? inks.faint : inks.ink;
      brush.fillText(head.passes === null ? "–" : String(head.passes), x, 32);
      brush.font = `${Math.max(8, Math.min(11, (geometry.cell.width + 5) / (head.under.length * 0.56)))}px ${inks.sans}`;
      brush.fillStyle = inks.soft;
      const under = fitText(brush, head.under, geometry.cell.width + 4);
      brush.fillText(head.setAside ? `(${under})` : under, x, 46);
    }
  });
}

/** Scores of three digits over narrow columns are set smaller, so that neighbours do not touch. */
function scoreSize({ geometry, mostPasses }: Scene): number {
  return Math.min(12, (geometry.cell.width + 1) / (String(mostPasses).length * 0.6));
}

/** Narrow columns show their score as a bar. */
function paintBar(brush: Brush, { geometry, mostPasses }: Scene, { head, x, inks }: { readonly head: Scene["heads"][number]; readonly x: number; readonly inks: Inks }): void {
  const height = ((head.passes ?? 0) / mostPasses) * 26;
  brush.fillStyle = head.base ? inks.soft : inks.pass;
  brush.fillRect(x - geometry.cell.width / 2, 48 - height, geometry.cell.width, height);
}

function paintArmNames(brush: Brush, scene: Scene, sight: Sight, { inks, columns }: { readonly inks: Inks; readonly columns: Range }): void {
  const { geometry, heads } = scene;
  const several = new Set(heads.filter((head) => !head.base).map((head) => head.arm)).size > 1 || !geometry.glyphs;
  if (!several) return;
  brush.font = `600 11px ${inks.sans}`;
  brush.textAlign = "start";
  brush.textBaseline = "alphabetic";
  brush.fillStyle = inks.soft;
  for (let column = columns.first; column <= columns.last; column++) {
    const head = heads[column];
    if (head === undefined || head.base || (column > columns.first && heads[column - 1]?.arm === head.arm)) continue;
    const end = heads.findIndex((other, at) => at > column && other.arm !== head.arm);
    const from = Math.max(0, (geometry.xs[column] ?? 0) - sight.left);
    const to = (end < 0 ? geometry.sheet.width : (geometry.xs[end] ?? 0)) - sight.left;
    const name = fitText(brush, head.arm, to - from - 4);
    if (name === head.arm || name.length > 4) brush.fillText(name, geometry.labelWidth + from, 12);
  }
}

function paintCursor(brush: Brush, scene: Scene, sight: Sight, inks: Inks): void {
  const { geometry } = scene;
  if (sight.cursor === null || !sight.focused) return;
  const x = geometry.labelWidth + (geometry.xs[sight.cursor.column] ?? 0) - sight.left;
  const y = yOf(scene, sight, sight.cursor.row);
  if (y < geometry.headerHeight - 2 || x < geometry.labelWidth - 2) return;
  brush.strokeStyle = inks.focus;
  brush.lineWidth = 2;
  brush.strokeRect(x - 1.5, y - 1.5, geometry.cell.width + 3, geometry.cell.height + 3);
}

function yOf({ geometry }: Scene, sight: Sight, row: number): number {
  return geometry.headerHeight + (geometry.ys[row] ?? 0) - sight.top + 1.5;
}

function clipped(brush: Brush, box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }, draw: () => void): void {
  brush.save();
  brush.beginPath();
  brush.rect(box.x, box.y, box.width, box.height);
  brush.clip();
  draw();
  brush.restore();
}
