import type { ReactElement } from "react";
import type { Block, Canvas } from "../frame/frame.ts";
import { group, mark, rect, round, text } from "../marks.ts";
import { fit } from "../text/measure.ts";
import type { Theme } from "../theme.ts";
import type { Move } from "./label-flows.ts";

type Side = ReadonlyMap<string, { readonly y: number; readonly height: number }>;

const leastNode = 15;
const nodeGap = 9;
/** A thinner band has no room for its number between its neighbours'. */
const leastWord = 11;

/** Moves as ribbons between two columns of labels; each ribbon is split into gains, losses and neither. */
export function ribbons(moves: readonly Move[], canvas: Canvas): Block {
  const { theme, width } = canvas;
  const labelRoom = Math.min(240, width * 0.32);
  const total = moves.reduce((sum, move) => sum + move.count, 0);
  const unit = Math.min(9, 300 / total);
  const left = sideOf(moves, "from", unit);
  const right = sideOf(moves, "to", unit);
  const height = Math.max(heightOf(left), heightOf(right));
  const from = labelRoom + 10;
  const to = width - labelRoom - 10;
  const drawn = place(moves, { left, right, unit }).map((ribbon) => oneRibbon(ribbon, [from + 5, to - 5], theme));
  const nodes = (side: Side, x: number, anchor: "start" | "end") =>
    [...side].flatMap(([name, node]) => [
      rect(x, node.y, { width: 5, height: node.height, fill: theme.soft }),
      text(anchor === "end" ? x - 7 : x + 12, node.y + node.height / 2 + 3.6, { size: 11, anchor, fill: theme.ink, content: fit(name, labelRoom, { face: "sans-regular", size: 11 }) }),
    ]);
  const heads = [
    text(from + 5, 10, { size: 10.5, anchor: "end", fill: theme.soft, content: "the base says" }),
    text(to - 5, 10, { size: 10.5, fill: theme.soft, content: "the runs say" }),
  ];
  return { height: height + 30, content: group(0, 0, ...heads, group(0, 20, ...drawn.map((ribbon) => ribbon.bands), ...drawn.flatMap((ribbon) => ribbon.words), ...nodes(left, from, "end"), ...nodes(right, to - 5, "start"))) };
}

function sideOf(moves: readonly Move[], end: "from" | "to", unit: number): Side {
  const sums = new Map<string, number>();
  for (const move of moves) sums.set(move[end], (sums.get(move[end]) ?? 0) + move.count);
  let y = 0;
  const placed = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name, count]) => {
    const node = { y, height: Math.max(leastNode, count * unit) };
    y += node.height + nodeGap;
    return [name, node] as const;
  });
  return new Map(placed);
}

function heightOf(side: Side): number {
  return Math.max(0, ...[...side.values()].map((node) => node.y + node.height));
}

type Ribbon = { readonly move: Move; readonly y0: number; readonly y1: number; readonly unit: number };

/** Stacks the ribbons on both sides in the order of the other side's nodes, so that they cross as little as they can. */
function place(moves: readonly Move[], { left, right, unit }: { readonly left: Side; readonly right: Side; readonly unit: number }): Ribbon[] {
  const yOf = (side: Side, name: string): number => side.get(name)?.y ?? 0;
  const offsets = (side: Side, end: "from" | "to", other: Side, otherEnd: "from" | "to"): Map<Move, number> => {
    const taken = new Map<string, number>();
    const ordered = [...moves].sort((a, b) => yOf(other, a[otherEnd]) - yOf(other, b[otherEnd]));
    return new Map(
      ordered.map((move) => {
        const node = side.get(move[end]);
        const spare = node === undefined ? 0 : node.height - unit * moves.filter((one) => one[end] === move[end]).reduce((sum, one) => sum + one.count, 0);
        const used = taken.get(move[end]) ?? 0;
        taken.set(move[end], used + move.count * unit);
        return [move, yOf(side, move[end]) + spare / 2 + used] as const;
      }),
    );
  };
  const starts = offsets(left, "from", right, "to");
  const ends = offsets(right, "to", left, "from");
  return moves.map((move) => ({ move, y0: starts.get(move) ?? 0, y1: ends.get(move) ?? 0, unit }));
}

/** Bands and words apart, since no band may cover another ribbon's number. */
function oneRibbon({ move, y0, y1, unit }: Ribbon, [x0, x1]: readonly [number, number], theme: Theme): { readonly bands: ReactElement; readonly words: readonly ReactElement[] } {
  const parts = [
    { count: move.gains, fill: theme.gain, ink: theme.onGain, glyph: "▲ " },
    { count: move.losses, fill: theme.loss, ink: theme.onLoss, glyph: "▼ " },
    { count: move.count - move.gains - move.losses, fill: theme.pass, ink: theme.onPass, glyph: "" },
  ];
  let done = 0;
  const words: ReactElement[] = [];
  const bands = parts.flatMap(({ count, fill, ink, glyph }) => {
    if (count === 0) return [];
    const thick = count * unit;
    if (thick >= leastWord) words.push(text(x0 + 6, y0 + done + thick / 2 + 3.6, { size: 10, fill: ink, content: glyph + String(count) }));
    const band = mark("path", { d: bandPath([x0, y0 + done], [x1, y1 + done], thick), fill, fillOpacity: 0.92 });
    done += thick;
    return [band];
  });
  return { bands: group(0, 0, ...bands), words };
}

function bandPath([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], thick: number): string {
  const middle = round((x0 + x1) / 2);
  const there = `M${round(x0)} ${round(y0)}C${middle} ${round(y0)} ${middle} ${round(y1)} ${round(x1)} ${round(y1)}`;
  const back = `V${round(y1 + thick)}C${middle} ${round(y1 + thick)} ${middle} ${round(y0 + thick)} ${round(x0)} ${round(y0 + thick)}z`;
  return there + back;
}
