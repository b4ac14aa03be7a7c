import type { ReactElement } from "react";
import { knobWords } from "../../../workers/domain/analysis/knob-sweep.ts";
import type { KnobPoint, KnobSweep } from "../../../workers/domain/analysis/knob-sweep.ts";
import { plainNumber } from "../../../workers/domain/analysis/words.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Table } from "../figure.ts";
import { leftAxis, linear, logarithmic, panelTitle, remark, ticks } from "../frame/axis.ts";
import type { Scale } from "../frame/axis.ts";
import { frame } from "../frame/frame.ts";
import type { Block, Canvas } from "../frame/frame.ts";
import { legend } from "../frame/legend.ts";
import { dotPath, group, line, linePath, mark, shapes, text } from "../marks.ts";
import { restsOn } from "../source.ts";
import { fit } from "../text/measure.ts";
import { counted, significant } from "../text/numbers.ts";
import { sweepData } from "./sweep-data.ts";
import type { SweepData } from "./sweep-data.ts";

/** Score and spread against every setting that a grid varied. */
export const sweep: FigureDefinition = {
  name: "sweep",
  title: "Score and spread by setting",
  prepare(source) {
    const data = sweepData(source);
    if (typeof data === "string") return refused(data);
    return {
      kind: "figure",
      caption: `${findingOf(data)} Dots are runs, lines join the means, bars are the mean ± noise floor; below, the spread over seeds (n − 1). ${restsOn(data.provenance)}`,
      alt: findingOf(data),
      table: tableOf(data),
      draw: (style) => SweepFigure({ data, style }),
    };
  },
};

/** One pair of panels a setting, as one SVG. */
export function SweepFigure({ data, style }: { readonly data: SweepData; readonly style: FigureStyle }): ReactElement {
  const words = { name: sweep.name, title: sweep.title, finding: findingOf(data), alt: findingOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const { theme } = canvas;
    const entries = [
      { swatch: mark("path", { d: dotPath(6.5, 6.5, 2.6), fill: theme.ink, fillOpacity: 0.5 }), word: "run" },
      { swatch: mark("g", {}, line([0, 6.5], [13, 6.5], { stroke: theme.ink, strokeWidth: 1.6 }), line([6.5, 1], [6.5, 12], { stroke: theme.ink, strokeWidth: 1.2 })), word: "mean ± noise floor" },
      { swatch: line([0, 6.5], [13, 6.5], { stroke: theme.ink, strokeWidth: 1.6, strokeDasharray: "4 3" }), word: "spread (n − 1)" },
    ];
    return [
      legend(entries, canvas),
      ...data.sweeps.flatMap((one) => [panelTitle(`${one.family} by ${knobWords(one.knob)}`, namesOf(one), canvas), panel(one, canvas)]),
      remark("A point without a bar or without a spread has one run, or runs that all score the same.", canvas),
    ];
  });
}

/** Lines are told apart by their dashes, and named where there are several. */
const dashes = [undefined, "6 3", "2 3", "8 3 2 3"] as const;

function namesOf({ lines }: KnobSweep): readonly string[] {
  return lines.length < 2 ? [] : lines.map(({ name }, at) => `${["solid", "long dashes", "dots", "dashes and dots"][at % 4] ?? ""}: ${name}`);
}

const left = 52;
const scoreHeight = 150;
const spreadHeight = 64;

function panel(one: KnobSweep, canvas: Canvas): Block {
  const { theme, width } = canvas;
  const x = placesOf(one, [left + 24, width - 24]);
  const points = one.lines.flatMap((each) => each.points);
  const scores = linear(scoreRange(points), [scoreHeight, 18]);
  const spreads = linear([0, Math.max(1, ...points.flatMap(({ spread }) => (spread.kind === "value" ? [spread.value] : [])))], [spreadHeight, 18]);
  const write = (tick: number): string => plainNumber(tick, Number.isInteger(tick) ? 0 : 1);
  const axis = (scale: Scale, title: string, count: number): ReactElement => leftAxis(scale, { x: left, right: width - 8, ticks: ticks(scale.low, scale.high, count), write, title }, theme);
  return {
    height: scoreHeight + spreadHeight + 76,
    content: group(
      0, 0,
      group(0, 4, axis(scores, "score (% of items passed)", 4), ...one.lines.flatMap((each, at) => scoreMarks(each.points, { x, y: scores, canvas, dash: dashes[at % 4] }))),
      group(0, scoreHeight + 24, axis(spreads, "spread (points)", 2), ...one.lines.flatMap((each) => spreadMarks(each.points, { x, y: spreads, canvas, dash: "4 3" }))),
      group(0, scoreHeight + spreadHeight + 30, ...valueMarks(one, x, canvas)),
    ),
  };
}

type Place = (value: KnobPoint["value"]) => number;
type Drawing = { readonly x: Place; readonly y: Scale; readonly canvas: Canvas; readonly dash: string | undefined };

/** Numbers stand on a straight scale, or on a logarithmic one where they span more than a factor of eight; names stand evenly. */
function placesOf(one: KnobSweep, pixels: readonly [number, number]): Place {
  const values = valuesOf(one);
  if (!one.numeric) {
    const even = linear([0, Math.max(1, values.length - 1)], pixels);
    return (value) => (values.length === 1 ? (pixels[0] + pixels[1]) / 2 : even.at(values.indexOf(value)));
  }
  const numbers = values.map(Number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const scale = low > 0 && high / low > 8 ? logarithmic([low, high], pixels) : linear([low, high], pixels);
  return (value) => (low === high ? (pixels[0] + pixels[1]) / 2 : scale.at(Number(value)));
}

function valuesOf(one: KnobSweep): readonly KnobPoint["value"][] {
  const values = [...new Set(one.lines.flatMap(({ points }) => points.map(({ value }) => value)))];
  return one.numeric ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

function scoreMarks(points: readonly KnobPoint[], { x, y, canvas: { theme }, dash }: Drawing): (ReactElement | null)[] {
  const means = points.flatMap(({ value, mean, floor }) => (mean.kind === "value" ? [{ at: x(value), mean: mean.value, floor: floor.kind === "value" ? floor.value : null }] : []));
  return [
    shapes(points.flatMap(({ value, scores }) => scores.map((score) => dotPath(x(value), y.at(score), 2.6))), { fill: theme.ink, fillOpacity: 0.45 }),
    mark("path", { d: linePath(means.map(({ at, mean }) => [at, y.at(mean)] as const)), fill: "none", stroke: theme.ink, strokeWidth: 1.6, strokeDasharray: dash }),
    ...means.map(({ at, mean }) => line([at - 6, y.at(mean)], [at + 6, y.at(mean)], { stroke: theme.ink, strokeWidth: 2 })),
    ...means.flatMap(({ at, mean, floor }) => (floor === null ? [] : [line([at, y.at(Math.max(y.low, mean - floor))], [at, y.at(Math.min(y.high, mean + floor))], { stroke: theme.ink, strokeWidth: 1.2 })])),
  ];
}

function spreadMarks(points: readonly KnobPoint[], { x, y, canvas: { theme }, dash }: Drawing): (ReactElement | null)[] {
  const known = points.flatMap(({ value, spread }) => (spread.kind === "value" ? [[x(value), y.at(spread.value)] as const] : []));
  return [
    mark("path", { d: linePath(known), fill: "none", stroke: theme.ink, strokeWidth: 1.6, strokeDasharray: dash }),
    shapes(known.map(([at, height]) => dotPath(at, height, 3)), { fill: theme.ink }),
  ];
}

function valueMarks(one: KnobSweep, x: Place, { theme, width }: Canvas): ReactElement[] {
  const values = valuesOf(one);
  const room = Math.max(24, (width - left - 48) / Math.max(1, values.length));
  return [
    line([left, 0], [width - 8, 0], { stroke: theme.soft }),
    ...values.flatMap((value) => {
      const content = fit(typeof value === "number" ? valueText(value) : value, room, { face: "sans-regular", size: 10.5 });
      return [line([x(value), 0], [x(value), 4], { stroke: theme.soft }), text(x(value), 16, { size: 10.5, anchor: "middle", fill: theme.soft, content })];
    }),
    text((left + width - 8) / 2, 33, { size: 11, anchor: "middle", fill: theme.ink, content: knobWords(one.knob) }),
  ];
}

function valueText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 100_000 ? String(value) : significant(value);
}

function scoreRange(points: readonly KnobPoint[]): readonly [number, number] {
  const values = points.flatMap(({ scores, mean, floor }) => [...scores, ...(mean.kind === "value" && floor.kind === "value" ? [mean.value - floor.value, mean.value + floor.value] : [])]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [Math.max(0, low - 2), Math.min(100, high + 2)];
}

function findingOf({ sweeps }: SweepData): string {
  const said = sweeps.slice(0, 3).map((one) => {
    const means = one.lines.flatMap(({ points }) => points.flatMap(({ mean, value, spread }) => (mean.kind === "value" ? [{ value, mean: mean.value, spread }] : [])));
    const best = means.toSorted((a, b) => b.mean - a.mean)[0];
    const values = valuesOf(one).length;
    const head = `${one.family} over ${counted(values, "value")} of ${knobWords(one.knob)}`;
    if (best === undefined) return `${head}: no mean yet`;
    return `${head}: the highest mean is ${plainNumber(best.mean, 1)} % at ${best.value}${best.spread.kind === "value" ? `, with a spread of ${plainNumber(best.spread.value, 1)} points` : ` (spread undefined: ${best.spread.why})`}`;
  });
  return `${said.join("; ")}${sweeps.length > 3 ? `; and ${counted(sweeps.length - 3, "more setting")}` : ""}.`;
}

function tableOf({ sweeps }: SweepData): Table {
  const number = (estimate: KnobPoint["mean"]): number | null => (estimate.kind === "value" ? estimate.value : null);
  return {
    columns: ["family", "setting", "other settings", "value", "arm", "runs", "mean points", "spread points (n − 1)", "noise floor points", "scores"],
    rows: sweeps.flatMap(({ family, knob, lines }) => lines.flatMap(({ name, points }) =>
      points.map(({ arm, value, scores, mean, spread, floor }) => [family, knob, name, value, arm, scores.length, number(mean), number(spread), number(floor), scores.map((score) => plainNumber(score, 2)).join(" ")]))),
  };
}
