import type { ReactElement } from "react";
import { plainNumber } from "../../../workers/domain/analysis/words.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Table } from "../figure.ts";
import { bottomAxis, linear, panelTitle, remark, ticks } from "../frame/axis.ts";
import type { Scale } from "../frame/axis.ts";
import { frame } from "../frame/frame.ts";
import type { Block, Canvas } from "../frame/frame.ts";
import { legend } from "../frame/legend.ts";
import { dotPath, group, hit, line, mark, rect, shapes, text } from "../marks.ts";
import { restsOn } from "../source.ts";
import { fit } from "../text/measure.ts";
import { counted } from "../text/numbers.ts";
import { spreadData } from "./data.ts";
import type { Dot, Lane, SpreadData } from "./data.ts";

/** Every run's score as a dot, arms under each other, the base as a line. */
export const spread: FigureDefinition = {
  name: "spread",
  title: "Scores over seeds",
  prepare(source) {
    const data = spreadData(source);
    if (typeof data === "string") return refused(data);
    return {
      kind: "figure",
      caption: `${findingOf(data)} One dot is one run, the line is the base with its 95 % Wilson interval; one item is worth ${plainNumber(data.itemPoints, 2)} points. ${restsOn(data.provenance)}`,
      alt: `${findingOf(data)} ${data.lanes.map((lane) => `${lane.arm}: ${lane.words.join(". ")}`).join(". ")}`.trim(),
      table: tableOf(data),
      draw: (style) => SpreadFigure({ data, style }),
    };
  },
};

/** The lanes as one SVG. */
export function SpreadFigure({ data, style }: { readonly data: SpreadData; readonly style: FigureStyle }): ReactElement {
  const words = { name: spread.name, title: spread.title, finding: findingOf(data), alt: findingOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const compact = data.lanes.length > 8;
    const scale = scaleOf(data, compact ? [130, canvas.width - 8] : [8, canvas.width - 8]);
    const setup = { data, scale, canvas, live: style.bare === true };
    const lanes = data.lanes.flatMap((lane) => (compact ? [compactLane(lane, setup)] : fullLane(lane, setup)));
    const bare = { height: 60, content: group(0, 0, ...ground(data, scale, { height: 60, canvas })) };
    const entries = legendOf(data, canvas);
    return [legend(entries, canvas), plot(lanes.length === 0 ? [bare] : lanes, scale, canvas), remark(`Hairlines stand one item apart: 1 of ${data.provenance.items} items is ${plainNumber(data.itemPoints, 2)} points.${lanes.length === 0 ? "" : " The bar under the dots is the mean ± noise floor, t(0.975, K − 1) · s / √K."}`, canvas)];
  });
}

function scaleOf(data: SpreadData, pixels: readonly [number, number]): Scale {
  const values = data.lanes.flatMap((lane) => [
    ...lane.dots.map((dot) => dot.points),
    ...(lane.meanPoints === null || lane.floorPoints === null ? [] : [lane.meanPoints - lane.floorPoints, lane.meanPoints + lane.floorPoints]),
  ]);
  const { base } = data;
  if (base !== null) values.push(base.points);
  if (base?.interval.kind === "interval") values.push(base.interval.low, base.interval.high);
  const low = Math.max(0, Math.min(...values) - data.itemPoints);
  const high = Math.min(100, Math.max(...values) + data.itemPoints);
  return linear([low, high], pixels);
}

/** Lanes over one axis. */
function plot(lanes: readonly Block[], scale: Scale, canvas: Canvas): Block {
  let y = 0;
  const placed = lanes.map((lane) => {
    const at = y;
    y += lane.height;
    return group(0, at, lane.content);
  });
  const axis = bottomAxis(scale, { y: y + 2, ticks: ticks(scale.low, scale.high, canvas.width / 90), write: (tick) => plainNumber(tick, Number.isInteger(tick) ? 0 : 1), title: "score (% of items passed)" }, canvas.theme);
  return { height: y + 48, content: group(0, 0, ...placed, axis) };
}

/** The ground of a lane: a hairline an item, the base's interval and the base. */
function ground(data: SpreadData, scale: Scale, { height, canvas }: { readonly height: number; readonly canvas: Canvas }): ReactElement[] {
  const { theme } = canvas;
  const hairlines = grid(data, scale).map((x) => line([x, 0], [x, height], { stroke: theme.line, strokeWidth: 0.6 }));
  const { base } = data;
  if (base === null) return hairlines;
  const x = scale.at(base.points);
  const bounds = base.interval;
  const band = bounds.kind === "undefined" ? [] : [rect(scale.at(bounds.low), 0, { width: scale.at(bounds.high) - scale.at(bounds.low), height, fill: theme.pass, fillOpacity: 0.22 })];
  return [...hairlines, ...band, line([x, 0], [x, height], { stroke: theme.ink, strokeWidth: 1.4 })];
}

/** Item by item where there is room, else every so many items. */
function grid(data: SpreadData, scale: Scale): number[] {
  const pitch = Math.abs(scale.at(data.itemPoints) - scale.at(0));
  const every = Math.max(1, Math.ceil(7 / pitch));
  const first = Math.ceil(scale.low / data.itemPoints - 1e-9);
  const last = Math.floor(scale.high / data.itemPoints + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((items) => items % every === 0).map((items) => scale.at(items * data.itemPoints));
}

/** `live`: on a page, where dots lead to their runs. */
type Setup = { readonly data: SpreadData; readonly scale: Scale; readonly canvas: Canvas; readonly live: boolean };

function fullLane(lane: Lane, { data, scale, canvas, live }: Setup): Block[] {
  const { theme } = canvas;
  const title = panelTitle(lane.arm, lane.words, canvas);
  const stacks = stack(lane.dots, scale);
  const tallest = Math.max(1, ...stacks.map((dot) => dot.level + 1));
  const radius = Math.min(4.5, 70 / tallest / 2);
  const floor = Math.max(26, tallest * radius * 2 + 8);
  const dots = stacks.map(({ dot, x, level }) => ({ dot, x, y: floor - radius - level * radius * 2 })).map((at) => ({ ...at, path: dotPath(at.x, at.y, radius - 0.4) }));
  return [
    { height: title.height + 4, content: title.content },
    {
      height: floor + 26,
      content: mark(
        "g",
        {},
        ...ground(data, scale, { height: floor + 18, canvas }),
        shapes(dots.filter(({ dot }) => !dot.setAside).map(({ path }) => path), { fill: theme.ink }),
        shapes(dots.filter(({ dot }) => dot.setAside).map(({ path }) => path), { fill: "none", stroke: theme.ink, strokeDasharray: "1.5 1" }),
        ...meanMarks(lane, scale, { y: floor + 8, canvas }),
        ...(live ? dots.map((at) => dotHit(lane, at, radius)) : []),
      ),
    },
  ];
}

function compactLane(lane: Lane, { data, scale, canvas, live }: Setup): Block {
  const { theme } = canvas;
  const name = fit(lane.arm, 120, { face: "sans-regular", size: 10.5 });
  const dots = lane.dots.map((dot) => ({ dot, x: scale.at(dot.points), y: 8, path: dotPath(scale.at(dot.points), 8, 2.6) }));
  return {
    height: 22,
    content: mark(
      "g",
      {},
      ...ground(data, scale, { height: 22, canvas }),
      text(0, 12, { size: 10.5, fill: theme.ink, content: name }),
      shapes(dots.filter(({ dot }) => !dot.setAside).map(({ path }) => path), { fill: theme.ink, fillOpacity: 0.55 }),
      shapes(dots.filter(({ dot }) => dot.setAside).map(({ path }) => path), { fill: "none", stroke: theme.ink }),
      ...meanMarks(lane, scale, { y: 15, canvas }),
      ...(live ? dots.map((at) => dotHit(lane, at, 4)) : []),
    ),
  };
}

function dotHit(lane: Lane, { dot, x, y }: { readonly dot: Dot; readonly x: number; readonly y: number }, radius: number): ReactElement {
  const name = dot.seed === null ? lane.arm : `${lane.arm}, seed ${dot.seed}`;
  return hit({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, dot.runId, `${name}: ${dot.passes} of ${dot.counted} items (${plainNumber(dot.points, 1)} %)${dot.setAside ? ", set aside" : ""}`);
}

function meanMarks(lane: Lane, scale: Scale, { y, canvas }: { readonly y: number; readonly canvas: Canvas }): ReactElement[] {
  const { theme } = canvas;
  if (lane.meanPoints === null) return [];
  const x = scale.at(lane.meanPoints);
  const tick = line([x, y - 4], [x, y + 4], { stroke: theme.ink, strokeWidth: 2 });
  if (lane.floorPoints === null) return [tick];
  const ends = [scale.at(lane.meanPoints - lane.floorPoints), scale.at(lane.meanPoints + lane.floorPoints)] as const;
  return [line([ends[0], y], [ends[1], y], { stroke: theme.ink, strokeWidth: 1.2 }), tick];
}

function stack(dots: readonly Dot[], scale: Scale): { readonly dot: Dot; readonly x: number; readonly level: number }[] {
  const levels = new Map<string, number>();
  return [...dots].sort((a, b) => Number(a.setAside) - Number(b.setAside) || (a.seed ?? -1) - (b.seed ?? -1)).map((dot) => {
    const x = scale.at(dot.points);
    const place = x.toFixed(0);
    const level = levels.get(place) ?? 0;
    levels.set(place, level + 1);
    return { dot, x, level };
  });
}

function legendOf(data: SpreadData, { theme }: Canvas): Parameters<typeof legend>[0] {
  const run = { swatch: mark("path", { d: dotPath(6.5, 6.5, 4), fill: theme.ink }), word: "run" };
  const aside = { swatch: mark("path", { d: dotPath(6.5, 6.5, 4), fill: "none", stroke: theme.ink, strokeDasharray: "1.5 1" }), word: "run set aside" };
  const mean = { swatch: mark("g", {}, line([0, 6.5], [13, 6.5], { stroke: theme.ink, strokeWidth: 1.2 }), line([6.5, 2.5], [6.5, 10.5], { stroke: theme.ink, strokeWidth: 2 })), word: "mean ± noise floor" };
  const base = { swatch: mark("g", {}, rect(0, 0, { width: 13, height: 13, fill: theme.pass, fillOpacity: 0.35 }), line([6.5, 0], [6.5, 13], { stroke: theme.ink, strokeWidth: 1.4 })), word: "base, with its Wilson interval" };
  const hasAside = data.lanes.some((lane) => lane.dots.some((dot) => dot.setAside));
  return [...(data.lanes.length > 0 ? [run] : []), ...(hasAside ? [aside] : []), ...(data.lanes.length > 0 ? [mean] : []), ...(data.base === null ? [] : [base])];
}

function findingOf(data: SpreadData): string {
  const { base, lanes, provenance } = data;
  const baseText = base === null ? "There is no base on this path." : `The base passes ${base.passes} of ${counted(provenance.items, "item")} (${plainNumber(base.points, 1)} %).`;
  const said = lanes.slice(0, 3).map((lane) => {
    const passes = lane.dots.map((dot) => dot.passes);
    const above = base === null ? "" : `, ${lane.dots.filter((dot) => dot.points > base.points).length} of ${lane.dots.length} above it`;
    const [low, high] = [Math.min(...passes), Math.max(...passes)];
    return `${lane.arm}: ${low === high ? low : `${low} to ${high}`} items${above}`;
  });
  const rest = lanes.length > 3 ? `; and ${counted(lanes.length - 3, "more arm")}` : "";
  return said.length === 0 ? baseText : `${baseText} ${said.join("; ")}${rest}.`;
}

function tableOf(data: SpreadData): Table {
  const { base } = data;
  const bounds = base?.interval.kind === "interval" ? base.interval : null;
  const baseRow = base === null ? [] : [["base", null, null, base.passes, data.provenance.items, base.points, null, null, bounds?.low ?? null, bounds?.high ?? null, "no"]];
  const rows = data.lanes.flatMap((lane) =>
    lane.dots.map((dot) => [lane.arm, dot.runId, dot.seed, dot.passes, dot.counted, dot.points, lane.meanPoints, lane.floorPoints, null, null, dot.setAside ? "yes" : "no"]),
  );
  return { columns: ["arm", "run", "seed", "items passed", "items counted", "score points", "arm mean points", "arm noise floor points", "Wilson low", "Wilson high", "set aside"], rows: [...baseRow, ...rows] };
}
