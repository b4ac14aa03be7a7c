import type { ReactElement } from "react";
import type { ArmFigures } from "../../../workers/domain/analysis/analysis.ts";
import { lossScoreSentence } from "../../../workers/domain/analysis/loss-score-sentence.ts";
import { plainNumber } from "../../../workers/domain/analysis/words.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Table } from "../figure.ts";
import { bottomAxis, leftAxis, logarithmic, linear, panelTitle, powers, powerText, remark, ticks } from "../frame/axis.ts";
import { frame } from "../frame/frame.ts";
import type { Block, Canvas } from "../frame/frame.ts";
import { legend } from "../frame/legend.ts";
import { dotPath, group, line, mark, shapes, text } from "../marks.ts";
import { provenanceOf, restsOn } from "../source.ts";
import type { FigureSource, Provenance } from "../source.ts";
import { estimateText, intervalText } from "../text/numbers.ts";

type Point = { readonly runId: string; readonly seed: number | null; readonly loss: number; readonly points: number; readonly passes: number; readonly setAside: boolean };
type Panel = { readonly arm: string; readonly points: readonly Point[]; readonly all: Pick<ArmFigures, "lossScore"> };

/** What the figure of loss against score draws. */
export type LossScoreData = { readonly provenance: Provenance; readonly basePoints: number | null; readonly panels: readonly Panel[]; readonly left: number };

const mostPanels = 4;

/** Final training loss against score: may a seed be picked by its loss? */
export const lossScore: FigureDefinition = {
  name: "loss-score",
  title: "Final loss against score",
  prepare(source) {
    const panels = panelsOf(source);
    if (panels.length === 0) return refused("No run has both a final training loss above zero and a score.");
    const basePoints = source.analysis.base?.scorePoints.kind === "value" ? source.analysis.base.scorePoints.value : null;
    const data = { provenance: provenanceOf(source, { intervals: true, paths: "analysed" }), basePoints, panels: panels.slice(0, mostPanels), left: Math.max(0, panels.length - mostPanels) };
    return {
      kind: "figure",
      caption: `${findingOf(data)} One dot is one run. ${restsOn(data.provenance)}`,
      alt: findingOf(data),
      table: tableOf(data),
      draw: (style) => LossScoreFigure({ data, style }),
    };
  },
};

/** The scatter of every arm as one SVG. */
export function LossScoreFigure({ data, style }: { readonly data: LossScoreData; readonly style: FigureStyle }): ReactElement {
  const words = { name: lossScore.name, title: lossScore.title, finding: findingOf(data), alt: findingOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const run = { swatch: mark("path", { d: dotPath(6.5, 6.5, 4), fill: canvas.theme.ink }), word: "run, with its seed" };
    const base = { swatch: line([0, 6.5], [13, 6.5], { stroke: canvas.theme.ink, strokeWidth: 1.4, strokeDasharray: "4 3" }), word: "base" };
    const left = data.left === 0 ? [] : [remark(`${data.left} more arms are not drawn.`, canvas)];
    return [legend(data.basePoints === null ? [run] : [run, base], canvas), ...data.panels.flatMap((panel) => scatter(panel, data, canvas)), ...left];
  });
}

function panelsOf({ analysis }: FigureSource): Panel[] {
  return analysis.arms.flatMap((arm) => {
    const points = arm.all.runs.flatMap((run): Point[] =>
      run.finalLoss === null || run.finalLoss <= 0 || run.scorePoints.kind === "undefined"
        ? []
        : [{ runId: run.runId, seed: run.seed, loss: run.finalLoss, points: run.scorePoints.value, passes: run.score.pass, setAside: run.setAside }],
    );
    return points.length === 0 ? [] : [{ arm: arm.name, points, all: arm.all }];
  });
}

function scatter(panel: Panel, data: LossScoreData, canvas: Canvas): Block[] {
  const { theme, width } = canvas;
  const height = 220;
  const losses = panel.points.map((point) => point.loss);
  const scores = [...panel.points.map((point) => point.points), ...(data.basePoints === null ? [] : [data.basePoints])];
  const x = logarithmic([Math.min(...losses) / 1.4, Math.max(...losses) * 1.4], [52, width - 20]);
  const y = linear([Math.max(0, Math.min(...scores) - 3), Math.min(100, Math.max(...scores) + 3)], [height, 26]);
  const base = data.basePoints === null ? [] : [line([52, y.at(data.basePoints)], [width - 20, y.at(data.basePoints)], { stroke: theme.ink, strokeWidth: 1.4, strokeDasharray: "4 3" })];
  const dots = panel.points.map((point) => ({ point, x: x.at(point.loss), y: y.at(point.points) }));
  const path = (aside: boolean): string[] => dots.filter(({ point }) => point.setAside === aside).map((dot) => dotPath(dot.x, dot.y, 3.6));
  const names = panel.points.length > 30 ? [] : apart(dots.map((dot) => ({ x: dot.x, y: dot.y, content: dot.point.seed === null ? "" : String(dot.point.seed) })));
  return [
    panelTitle(panel.arm, [`Spearman's ρ ${rhoText(panel)}`], canvas),
    {
      height: height + 46,
      content: group(
        0, 0,
        leftAxis(y, { x: 52, right: width - 20, ticks: ticks(y.low, y.high, 5), write: (tick) => plainNumber(tick, Number.isInteger(tick) ? 0 : 1), title: "score (% of items passed)" }, theme),
        bottomAxis(x, { y: height, ticks: powers(x.low, x.high), write: powerText, title: "final loss (nats per answer token)" }, theme),
        ...base,
        shapes(path(false), { fill: theme.ink }),
        shapes(path(true), { fill: "none", stroke: theme.ink, strokeDasharray: "1.5 1" }),
        ...names.map((name) => text(name.x, name.y, { size: 10, fill: theme.soft, content: name.content })),
      ),
    },
  ];
}

/** Labels right of their dots; one that would cover another goes below, above or left, or is left out. */
function apart(dots: readonly { readonly x: number; readonly y: number; readonly content: string }[]): { x: number; y: number; content: string }[] {
  const placed: { x: number; y: number; content: string }[] = [];
  const free = (x: number, y: number, own: number): boolean =>
    placed.every((other) => Math.abs(other.x - x) > 14 || Math.abs(other.y - y) > 10) &&
    dots.every((dot, at) => at === own || Math.abs(dot.x - x - 5) > 9 || Math.abs(dot.y - y + 3.5) > 7);
  dots.forEach((dot, at) => {
    const spots = [[6, 3.5], [-4, 14], [-4, -7], [-8 - dot.content.length * 5, 3.5]] as const;
    const spot = spots.find(([dx, dy]) => free(dot.x + dx, dot.y + dy, at));
    if (spot !== undefined) placed.push({ x: dot.x + spot[0], y: dot.y + spot[1], content: dot.content });
  });
  return placed;
}

function rhoText({ all }: Panel): string {
  const { rho, interval } = all.lossScore;
  const written = estimateText(rho, (number) => plainNumber(number, 2));
  return rho.kind === "undefined" ? written : `${written} (95 % interval ${intervalText(interval, (number) => plainNumber(number, 2))})`;
}

function findingOf(data: LossScoreData): string {
  return data.panels.map(({ arm, all }) => lossScoreSentence({ name: arm, all })).join(" ");
}

function tableOf(data: LossScoreData): Table {
  const rows = data.panels.flatMap((panel) => panel.points.map((point) => [panel.arm, point.runId, point.seed, point.loss, point.points, point.passes, point.setAside ? "yes" : "no"]));
  return { columns: ["arm", "run", "seed", "final loss nats per answer token", "score points", "items passed", "set aside"], rows };
}
