import type { ReactElement } from "react";
import type { Contrast } from "../../../workers/domain/analysis/factorial.ts";
import { plainNumber, signedNumber } from "../../../workers/domain/analysis/words.ts";
import type { Interval } from "../../../workers/domain/statistics/estimate.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Prepared, Table } from "../figure.ts";
import { leftAxis, linear, remark, ticks } from "../frame/axis.ts";
import type { Scale } from "../frame/axis.ts";
import { frame } from "../frame/frame.ts";
import type { Block, Canvas } from "../frame/frame.ts";
import { legend } from "../frame/legend.ts";
import { dotPath, group, line, mark, rect, text } from "../marks.ts";
import { restsOn } from "../source.ts";
import { estimateText, intervalText } from "../text/numbers.ts";
import { factorialData, movedBy } from "./factorial-data.ts";
import type { FactorialCell, FactorialData } from "./factorial-data.ts";

/** Two substrates alone and together: do they add up? */
export const factorial: FigureDefinition = {
  name: "factorial",
  title: "Alone and together",
  prepare(source) {
    const data = factorialData(source);
    return typeof data === "string" ? refused(data) : factorialOf(data);
  },
};

const baseBar = "the bar of the base is Wilson's interval of its score over items, not over seeds.";

/** The figure of one 2 × 2, for a page that shows several. */
export function factorialOf(data: FactorialData): Prepared {
  return {
    kind: "figure",
    caption: `${findingOf(data)} Bars are 95 % intervals of what each adds to the base, on these items (thick) and on items like these (thin); ${baseBar} ${restsOn(data.provenance)}`,
    alt: `${findingOf(data)} ${data.cells.map((cell) => `${cell.name}: ${estimateText(cell.points, (number) => plainNumber(number, 1))} %`).join("; ")}.`,
    table: tableOf(data),
    draw: (style) => FactorialFigure({ data, style }),
  };
}

/** Four points and two lines as one SVG. */
export function FactorialFigure({ data, style }: { readonly data: FactorialData; readonly style: FigureStyle }): ReactElement {
  const words = { name: factorial.name, title: factorial.title, finding: findingOf(data), alt: findingOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const { theme } = canvas;
    const [first, second] = data.factors;
    const entries = [
      { swatch: line([0, 6.5], [13, 6.5], { stroke: theme.ink, strokeWidth: 1.6 }), word: `with ${second}` },
      { swatch: line([0, 6.5], [13, 6.5], { stroke: theme.ink, strokeWidth: 1.6, strokeDasharray: "4 3" }), word: `without ${second}` },
      { swatch: mark("path", { d: dotPath(6.5, 6.5, 4), fill: "none", stroke: theme.ink }), word: "where both would stand if their effects added up" },
    ];
    const base = data.baseScore.kind === "interval" ? ` The score of ${data.cells[0].name}: ${intervalText(data.baseScore, (number) => plainNumber(number, 1))} % by Wilson, over items and not over seeds.` : "";
    const says = `Interaction (both − ${first} − ${second} + base): ${interactionText(data)}.${base}`;
    return [legend(entries, canvas), plot(data, canvas), remark(says, canvas)];
  });
}

function plot(data: FactorialData, canvas: Canvas): Block {
  const { theme, width } = canvas;
  const height = 260;
  const [neither, first, second, both] = data.cells;
  const y = linear(rangeOf(data), [height, 26]);
  const x = { without: 52 + (width - 72) * 0.24, with: 52 + (width - 72) * 0.7 };
  const shift = 7;
  const places = [
    { cell: neither, x: x.without - shift, score: data.baseScore },
    { cell: first, x: x.with - shift },
    { cell: second, x: x.without + shift },
    { cell: both, x: x.with + shift },
  ];
  const left = names([neither, second], y).map((name) => text(x.without - shift - 12, name.y, { size: 11, anchor: "end", fill: theme.ink, content: name.content }));
  const right = names([first, both], y).map((name) => text(x.with + shift + 12, name.y, { size: 11, fill: theme.ink, content: name.content }));
  const joined = (a: number, b: number, dash: string | undefined): ReactElement | null => {
    const [from, to] = [places[a], places[b]];
    if (from?.cell.points.kind !== "value" || to?.cell.points.kind !== "value") return null;
    return line([from.x, y.at(from.cell.points.value)], [to.x, y.at(to.cell.points.value)], { stroke: theme.ink, strokeWidth: 1.6, strokeDasharray: dash });
  };
  const added = expected(data);
  return {
    height: height + 40,
    content: group(
      0, 0,
      leftAxis(y, { x: 52, right: width - 20, ticks: ticks(y.low, y.high, 6), write: (tick) => plainNumber(tick, Number.isInteger(tick) ? 0 : 1), title: "score (% of items passed)" }, theme),
      joined(0, 1, "4 3"),
      joined(2, 3, undefined),
      added === null ? null : mark("path", { d: dotPath(x.with + shift, y.at(added), 4.5), fill: theme.paper ?? "none", stroke: theme.ink }),
      ...places.flatMap((one) => pointMarks(one, y, canvas)),
      ...left,
      ...right,
      ...[`without ${data.factors[0]}`, `with ${data.factors[0]}`].map((content, at) => text(at === 0 ? x.without : x.with, height + 20, { size: 11, anchor: "middle", fill: theme.ink, content })),
    ),
  };
}

/** A point with its bars: of its effect, moved to where the base stands, or of its own score. */
function pointMarks({ cell, x, score }: { readonly cell: FactorialCell; readonly x: number; readonly score?: Interval }, y: Scale, { theme }: Canvas): (ReactElement | null)[] {
  if (cell.points.kind === "undefined") return [];
  const base = cell.effect.kind === "value" ? { kind: "value" as const, value: cell.points.value - cell.effect.value } : cell.effect;
  const bar = (bounds: Interval, wide: number): ReactElement | null =>
    bounds.kind === "undefined" ? null : rect(x - wide / 2, y.at(bounds.high), { width: wide, height: y.at(bounds.low) - y.at(bounds.high), fill: theme.ink, fillOpacity: 0.5 });
  const bars = score === undefined ? [bar(movedBy(cell.itemsLikeThese, base), 1.2), bar(movedBy(cell.theseItems, base), 4)] : [bar(score, 1.2)];
  return [...bars, mark("path", { d: dotPath(x, y.at(cell.points.value), 4.5), fill: theme.ink })];
}

/** Names with their scores at the height of their points, at least a line apart. */
function names(cells: readonly FactorialCell[], y: Scale): { readonly y: number; readonly content: string }[] {
  const placed: { y: number; content: string }[] = [];
  const found = cells.flatMap(({ name, points }) => (points.kind === "undefined" ? [] : [{ y: y.at(points.value) + 4, content: `${name} ${plainNumber(points.value, 1)}` }]));
  for (const one of found.sort((a, b) => a.y - b.y)) placed.push({ ...one, y: Math.max(one.y, (placed.at(-1)?.y ?? -Infinity) + 14) });
  return placed;
}

function rangeOf(data: FactorialData): readonly [number, number] {
  const values = data.cells.flatMap((cell) => {
    if (cell.points.kind === "undefined") return [];
    const shift = cell.effect.kind === "value" ? cell.points.value - cell.effect.value : 0;
    const bounds = cell.itemsLikeThese.kind === "interval" ? [cell.itemsLikeThese.low + shift, cell.itemsLikeThese.high + shift] : [];
    return [cell.points.value, ...bounds];
  });
  const added = expected(data);
  if (added !== null) values.push(added);
  if (data.baseScore.kind === "interval") values.push(data.baseScore.low, data.baseScore.high);
  return [Math.max(0, Math.min(...values) - 2), Math.min(100, Math.max(...values) + 2)];
}

/** Where both would stand if their effects added up: first + second − base. */
function expected({ cells: [neither, first, second] }: FactorialData): number | null {
  if (neither.points.kind === "undefined" || first.points.kind === "undefined" || second.points.kind === "undefined") return null;
  return first.points.value + second.points.value - neither.points.value;
}

function interactionText({ interaction }: FactorialData): string {
  const points = (number: number): string => signedNumber(number, 1);
  const said = estimateText(interaction.points, points);
  return `${said} points, these items ${intervalText(interaction.theseItems, points)}, items like these ${intervalText(interaction.itemsLikeThese, points)}`;
}

function findingOf(data: FactorialData): string {
  const { interaction, factors } = data;
  const names = `${factors[0]} and ${factors[1]}`;
  if (interaction.points.kind === "undefined") return `Whether ${names} add up cannot be said: ${interaction.points.why}.`;
  const bounds = interaction.itemsLikeThese.kind === "interval" ? interaction.itemsLikeThese : interaction.theseItems;
  if (bounds.kind === "undefined") return `${names} together stand ${signedNumber(interaction.points.value, 1)} points from the sum of both; its interval is undefined (${bounds.why}).`;
  const said = `(${signedNumber(interaction.points.value, 1)} points, ${intervalText(bounds, (number) => signedNumber(number, 1))})`;
  if (bounds.low <= 0 && bounds.high >= 0) return `This design cannot tell whether ${names} help or hinder each other ${said}.`;
  return interaction.points.value > 0 ? `Together ${names} give more than the sum of both ${said}.` : `Together ${names} give less than the sum of both ${said}.`;
}

function tableOf(data: FactorialData): Table {
  const number = (estimate: FactorialCell["points"]): number | null => (estimate.kind === "value" ? estimate.value : null);
  const ends = (bounds: FactorialCell["theseItems"]): (number | null)[] => (bounds.kind === "interval" ? [bounds.low, bounds.high] : [null, null]);
  const rows = data.cells.map((cell) => [cell.name, cell.runs, number(cell.points), number(cell.effect), ...ends(cell.theseItems), ...ends(cell.itemsLikeThese), ...(cell === data.cells[0] ? ends(data.baseScore) : [null, null])]);
  const { interaction, added } = data;
  const [, text, weights, both] = data.cells;
  const contrast = (name: string, { points, theseItems, itemsLikeThese }: Contrast) => [name, null, null, number(points), ...ends(theseItems), ...ends(itemsLikeThese), null, null];
  return {
    columns: ["cell", "runs", "score points", "effect points", "these items low", "these items high", "items like these low", "items like these high", "Wilson low over items", "Wilson high over items"],
    rows: [...rows, contrast("interaction", interaction), contrast(`${both.name} − ${weights.name}`, added.text), contrast(`${both.name} − ${text.name}`, added.weights)],
  };
}
