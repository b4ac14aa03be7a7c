import type { ReactElement } from "react";
import { plainNumber } from "../../../workers/domain/analysis/words.ts";
import { group, line, mark, text } from "../marks.ts";
import { wrap } from "../text/measure.ts";
import { significant } from "../text/numbers.ts";
import type { Theme } from "../theme.ts";
import type { Block, Canvas } from "./frame.ts";

/** Maps data to pixels. */
export type Scale = { readonly low: number; readonly high: number; readonly at: (value: number) => number };

/** A straight scale from data to pixels; data of no width stand in the middle. */
export function linear(domain: readonly [low: number, high: number], pixels: readonly [from: number, to: number]): Scale {
  const [low, high] = domain;
  const [from, to] = pixels;
  return { low, high, at: (value) => (high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)) };
}

/** A logarithmic scale from data above zero to pixels. */
export function logarithmic(domain: readonly [low: number, high: number], pixels: readonly [from: number, to: number]): Scale {
  const straight = linear([Math.log10(domain[0]), Math.log10(domain[1])], pixels);
  return { low: domain[0], high: domain[1], at: (value) => straight.at(Math.log10(value)) };
}

/** Round numbers that divide a range into about `count` steps. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low) || count < 1) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Powers of ten inside a range, with twice and five times each where there would be fewer than two; the ends of a range too narrow for those. */
export function powers(low: number, high: number): number[] {
  const from = Math.ceil(Math.log10(low) - 1e-9);
  const to = Math.floor(Math.log10(high) + 1e-9);
  const tens = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => 10 ** (from + at));
  const step = Math.ceil(tens.length / 7);
  const some = tens.filter((_, at) => at % Math.max(1, step) === 0);
  if (some.length >= 2) return some;
  const finer = Array.from({ length: to - from + 3 }, (_, at) => [1, 2, 5].map((factor) => factor * 10 ** (from - 1 + at))).flat().filter((tick) => tick >= low && tick <= high);
  return finer.length >= 2 ? finer : [low, Math.sqrt(low * high), high];
}

/** A power of ten as short as it can be written: `1`, `0.01`, `1e−5`. */
export function powerText(value: number): string {
  const exponent = Math.log10(value);
  if (!Number.isInteger(exponent)) return Math.abs(exponent) < 4 && Number(value.toPrecision(1)) === Number(value.toPrecision(12)) ? String(Number(value.toPrecision(1))) : significant(value);
  return exponent >= -3 && exponent <= 4 ? String(value) : `1e${plainNumber(exponent, 0)}`;
}

/** An axis along the bottom: ticks with their numbers, and the unit under them. */
export function bottomAxis(scale: Scale, at: { readonly y: number; readonly ticks: readonly number[]; readonly write: (value: number) => string; readonly title: string }, theme: Theme): ReactElement {
  const first = Math.min(scale.at(scale.low), scale.at(scale.high));
  const last = Math.max(scale.at(scale.low), scale.at(scale.high));
  return mark(
    "g",
    {},
    line([first, at.y], [last, at.y], { stroke: theme.soft }),
    ...at.ticks.flatMap((tick) => [
      line([scale.at(tick), at.y], [scale.at(tick), at.y + 4], { stroke: theme.soft }),
      text(scale.at(tick), at.y + 16, { size: 10.5, anchor: "middle", fill: theme.soft, content: at.write(tick) }),
    ]),
    text((first + last) / 2, at.y + 33, { size: 11, anchor: "middle", fill: theme.ink, content: at.title }),
  );
}

/** An axis along the left: ticks with their numbers and hairlines across, and the unit over them. */
export function leftAxis(scale: Scale, at: { readonly x: number; readonly right: number; readonly ticks: readonly number[]; readonly write: (value: number) => string; readonly title: string }, theme: Theme): ReactElement {
  const top = Math.min(scale.at(scale.low), scale.at(scale.high));
  return mark(
    "g",
    {},
    ...at.ticks.flatMap((tick) => [
      line([at.x, scale.at(tick)], [at.right, scale.at(tick)], { stroke: theme.line }),
      text(at.x - 7, scale.at(tick) + 3.6, { size: 10.5, anchor: "end", fill: theme.soft, content: at.write(tick) }),
    ]),
    text(0, top - 9, { size: 11, fill: theme.ink, content: at.title }),
  );
}

/** Lines of small print inside a figure. */
export function remark(content: string, { theme, width }: Canvas): Block {
  const lines = wrap(content, width, { face: "sans-regular", size: 10.5 });
  return {
    height: lines.length * 15 + 6,
    content: group(0, 0, ...lines.map((part, at) => text(0, 11 + at * 15, { size: 10.5, fill: theme.soft, content: part }))),
  };
}

/** The name of an arm over its panel, with what belongs to it, each on lines of its own. */
export function panelTitle(name: string, says: readonly string[], { theme, width }: Canvas): Block {
  const lines = says.flatMap((one) => wrap(one, width, { face: "sans-regular", size: 11 }));
  return {
    height: 20 + lines.length * 15,
    content: group(
      0, 0,
      text(0, 12, { face: "sans-semibold", size: 12, fill: theme.ink, content: name }),
      ...lines.map((content, at) => text(0, 28 + at * 15, { size: 11, fill: theme.soft, content })),
    ),
  };
}
