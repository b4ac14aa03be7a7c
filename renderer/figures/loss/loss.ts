import type { ReactElement } from "react";
import { plainNumber } from "../../../workers/domain/analysis/words.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Table } from "../figure.ts";
import { bottomAxis, leftAxis, linear, logarithmic, panelTitle, powers, powerText, remark, ticks } from "../frame/axis.ts";
import type { Scale } from "../frame/axis.ts";
import { frame } from "../frame/frame.ts";
import type { Block, Canvas } from "../frame/frame.ts";
import { legend } from "../frame/legend.ts";
import { group, line, linePath, mark, shapes, text, trianglePath } from "../marks.ts";
import { restsOn } from "../source.ts";
import { counted, significant, whole } from "../text/numbers.ts";
import { lossData } from "./loss-data.ts";
import type { LossCurve, LossData } from "./loss-data.ts";

/** Training loss of every seed. */
export const loss: FigureDefinition = {
  name: "loss",
  title: "Training loss",
  prepare(source) {
    const data = lossData(source);
    if (typeof data === "string") return refused(data);
    return {
      kind: "figure",
      caption: `${findingOf(data)} Loss on answer tokens only, in nats per token, on a logarithmic axis. ${restsOn(data.provenance)}`,
      alt: findingOf(data),
      table: tableOf(data),
      draw: (style) => LossFigure({ data, style }),
    };
  },
};

/** One panel per arm as one SVG. */
export function LossFigure({ data, style }: { readonly data: LossData; readonly style: FigureStyle }): ReactElement {
  const words = { name: loss.name, title: loss.title, finding: findingOf(data), alt: findingOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const curve = { swatch: line([0, 6.5], [13, 6.5], { stroke: canvas.theme.ink, strokeWidth: 1.4 }), word: "one seed" };
    const mark13 = { swatch: mark("path", { d: trianglePath(6.5, 7, 5, "up"), fill: canvas.theme.ink }), word: `rebound: at least ${data.factor} times the smallest loss before` };
    const left = data.left === 0 ? [] : [remark(`${counted(data.left, "more arm")} not drawn.`, canvas)];
    const rebounds = data.panels.some((panel) => panel.curves.some((one) => one.rebound !== null));
    return [legend(rebounds ? [curve, mark13] : [curve], canvas), ...data.panels.flatMap((panel) => panelOf(panel, data, canvas)), ...left];
  });
}

function panelOf(panel: LossData["panels"][number], data: LossData, canvas: Canvas): Block[] {
  const { theme, width } = canvas;
  const values = data.panels.flatMap((one) => one.curves.flatMap((curve) => curve.losses.filter((value) => value > 0)));
  const steps = data.panels.flatMap((one) => one.curves.flatMap((curve) => curve.steps));
  const zeros = panel.curves.some((curve) => curve.losses.some((value) => value <= 0)) ? " Losses of exactly 0 have no place on this axis." : "";
  const title = panelTitle(panel.arm, [finalsText(panel.curves) + zeros], canvas);
  if (values.length === 0) return [title, remark("Every loss is exactly 0, which a logarithmic axis cannot show.", canvas)];
  const height = width >= 900 ? 260 : 210;
  const y = logarithmic(padded(values), [height, 26]);
  const x = linear([Math.min(...steps), Math.max(...steps)], [52, width - 46]);
  const axes = [
    leftAxis(y, { x: 52, right: width - 46, ticks: powers(y.low, y.high), write: powerText, title: "loss (nats per answer token)" }, theme),
    bottomAxis(x, { y: height, ticks: ticks(x.low, x.high, 8).filter(Number.isInteger), write: whole, title: "optimiser step" }, theme),
  ];
  return [title, { height: height + 46, content: group(0, 0, ...axes, ...curves(panel.curves, { x, y }, canvas)) }];
}

function curves(all: readonly LossCurve[], { x, y }: { readonly x: Scale; readonly y: Scale }, { theme }: Canvas): (ReactElement | null)[] {
  const paths = all.map((curve) => linePath(curve.losses.flatMap((value, at) => (value > 0 ? [[x.at(curve.steps[at] ?? at), y.at(value)] as const] : []))));
  const rebounds = all.flatMap((curve) => (curve.rebound === null ? [] : [trianglePath(x.at(curve.rebound.step), y.at(curve.rebound.loss) - 7, 5, "up")]));
  const strokeOpacity = all.length > 12 ? 0.4 : 0.62;
  return [
    ...paths.map((d) => mark("path", { d, fill: "none", stroke: theme.ink, strokeWidth: 1.2, strokeOpacity, strokeLinejoin: "round" })),
    shapes(rebounds, { fill: theme.ink }),
    ...endLabels(all, { x, y }, theme.soft),
  ];
}

/** Seeds at the ends of their curves, pushed apart where they would overlap; none where there are too many. */
function endLabels(all: readonly LossCurve[], { x, y }: { readonly x: Scale; readonly y: Scale }, fill: string): ReactElement[] {
  if (all.length > 14) return [];
  const ends = all
    .flatMap((curve) => {
      const last = curve.losses.at(-1);
      return last === undefined || last <= 0 ? [] : [{ seed: curve.seed, x: x.at(curve.steps.at(-1) ?? 0), y: y.at(last) }];
    })
    .sort((a, b) => a.y - b.y);
  return apart(ends.map((end) => end.y), 11, y.at(y.low) - 4).flatMap((at, index) => {
    const end = ends[index];
    return end === undefined ? [] : text(end.x + 5, at + 3.5, { size: 10, fill, content: end.seed === null ? "" : `seed ${end.seed}` });
  });
}

/** Ascending places pushed to at least `gap` from each other, none below `lowest`. */
function apart(places: readonly number[], gap: number, lowest: number): number[] {
  const pushed: number[] = [];
  for (const place of places) pushed.push(Math.max(place, (pushed.at(-1) ?? -Infinity) + gap));
  let limit = lowest;
  for (let at = pushed.length - 1; at >= 0; at--) {
    pushed[at] = Math.min(pushed[at] ?? limit, limit);
    limit = (pushed[at] ?? limit) - gap;
  }
  return pushed;
}

function padded(values: readonly number[]): readonly [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return low === high ? [low / 2, high * 2] : [low / 1.15, high * 1.15];
}

function finalsText(all: readonly LossCurve[]): string {
  const finals = all.flatMap((curve) => (curve.finalLoss === null ? [] : [curve.finalLoss]));
  if (finals.length === 0) return "No final loss was recorded.";
  const [low, high] = [Math.min(...finals), Math.max(...finals)];
  return low === high ? `Final loss ${significant(low)}.` : `Final loss ${significant(low)} to ${significant(high)}.`;
}

function findingOf(data: LossData): string {
  const all = data.panels.flatMap((panel) => panel.curves);
  const rebounding = all.filter((curve) => curve.rebound !== null);
  const worst = rebounding.reduce((most, curve) => Math.max(most, curve.rebound === null ? 0 : curve.rebound.loss / curve.rebound.minimum), 0);
  const rebounds =
    rebounding.length === 0
      ? `none rises to ${data.factor} times its smallest loss before`
      : `${rebounding.length === 1 ? "one rises" : `${rebounding.length} rise`} again to at least ${data.factor} times the smallest loss before (at most ${plainNumber(worst, worst < 10 ? 1 : 0)} times)`;
  return `${counted(all.length, "run")} trained; ${rebounds}. ${finalsText(all)}`;
}

function tableOf(data: LossData): Table {
  const rows = data.panels.flatMap((panel) =>
    panel.curves.flatMap((curve) =>
      curve.steps.map((step, at) => [panel.arm, curve.seed, step, curve.losses[at] ?? null, curve.rebound?.step === step ? "rebound" : ""]),
    ),
  );
  return { columns: ["arm", "seed", "step", "loss nats per answer token", "mark"], rows };
}
