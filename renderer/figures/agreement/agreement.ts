import type { ReactElement } from "react";
import { plainNumber } from "../../../workers/domain/analysis/words.ts";
import type { AgreementFigures, AgreementMatrix, ArmAnalysis } from "../../../workers/domain/analysis/analysis.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Table } from "../figure.ts";
import { panelTitle, remark } from "../frame/axis.ts";
import { frame } from "../frame/frame.ts";
import type { Block, Canvas } from "../frame/frame.ts";
import { group, hit, rect, rectPath, shapes, text } from "../marks.ts";
import { provenanceOf, restsOn } from "../source.ts";
import type { Provenance } from "../source.ts";
import { estimateText } from "../text/numbers.ts";
import { inkOn, shareColour } from "../theme.ts";
import type { Theme } from "../theme.ts";

/** What the agreement figure draws: one square per arm, its seeds ordered by similarity. */
export type AgreementData = { readonly provenance: Provenance; readonly panels: readonly AgreementPanel[]; readonly left: number };

type AgreementPanel = {
  readonly arm: string;
  readonly runIds: readonly string[];
  readonly seeds: readonly number[];
  /** Share in row and column order; null = no item that both answered. Below the diagonal predictions, above it correctness. */
  readonly cells: readonly (readonly (number | null)[])[];
  readonly withPredictions: boolean;
  /** Whether every run answered every item, so that shares are whole counts of items. */
  readonly complete: boolean;
  readonly says: readonly string[];
};

const mostPanels = 4;

/** How often two seeds say the same. */
export const agreement: FigureDefinition = {
  name: "agreement",
  title: "Agreement between seeds",
  prepare(source) {
    const arms = source.analysis.arms.filter((arm) => arm.all.runs.length >= 2);
    if (arms.length === 0) return refused("Agreement needs two scored runs of one arm; there is no such pair.");
    const panels = arms.slice(0, mostPanels).map(panelOf);
    const data = { provenance: provenanceOf(source, { intervals: false, paths: "analysed" }), panels, left: arms.length - panels.length };
    return {
      kind: "figure",
      caption: `${findingOf(data)} Seeds are ordered so that similar ones stand together. ${restsOn(data.provenance)}`,
      alt: findingOf(data),
      table: tableOf(data),
      draw: (style) => AgreementFigure({ data, style }),
    };
  },
};

/** The squares as one SVG. */
export function AgreementFigure({ data, style }: { readonly data: AgreementData; readonly style: FigureStyle }): ReactElement {
  const words = { name: agreement.name, title: agreement.title, finding: findingOf(data), alt: findingOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const halves = data.panels.some((panel) => panel.withPredictions)
      ? "Below the diagonal: share of items with the same prediction. Above it: share with the same outcome (both pass or both fail)."
      : "Share of items with the same outcome (both pass or both fail); there are no predictions to compare.";
    const left = data.left === 0 ? "" : ` ${data.left} more arms are not drawn.`;
    return [scaleBar(canvas), ...data.panels.flatMap((panel) => square(panel, canvas, style.bare === true)), remark(halves + left, canvas)];
  });
}

function panelOf(arm: ArmAnalysis): AgreementPanel {
  const { agreement: figures, runs } = arm.all;
  const order = figures.similarityOrder;
  const lower = figures.predictions ?? figures.correctness;
  const cells = order.map((row, y) => order.map((column, x) => (x === y ? 1 : (x < y ? lower : figures.correctness).share[row]?.[column] ?? null)));
  return { arm: arm.name, runIds: order.map((at) => runs[at]?.runId ?? ""), seeds: order.map((at) => runs[at]?.seed ?? at), cells, withPredictions: figures.predictions !== null, complete: lower.fleissItems === arm.all.classes.byItem.length, says: words(figures, arm) };
}

function words(figures: AgreementFigures, arm: ArmAnalysis): string[] {
  const said = (name: string, matrix: AgreementMatrix): string => {
    const kappa = estimateText(matrix.fleissKappa, (number) => plainNumber(number, 2));
    const alpha = estimateText(matrix.krippendorffAlpha, (number) => plainNumber(number, 2));
    const mean = estimateText(matrix.meanShare, (number) => `${plainNumber(number * 100, 1)}\u00a0%`);
    return `${name}: ${mean} of items on average, Fleiss κ ${kappa}, Krippendorff α ${alpha}${pairText(matrix, arm)}`;
  };
  return [...(figures.predictions === null ? [] : [said("same prediction", figures.predictions)]), said("same outcome", figures.correctness)];
}

function pairText({ mostDifferent: pair }: AgreementMatrix, arm: ArmAnalysis): string {
  if (pair === null) return "";
  const seed = (at: number): string => String(arm.all.runs[at]?.seed ?? at);
  return `, least between seeds ${seed(pair.a)} and ${seed(pair.b)} (${plainNumber(pair.share * 100, 1)}\u00a0%)`;
}

/** Above this many seeds a page's square would hold more places to press than it can carry. */
const mostLive = 60;

/** `live`: on a page, where cells lead to their pair of runs. */
function square(panel: AgreementPanel, canvas: Canvas, live: boolean): Block[] {
  const { theme, width } = canvas;
  const count = panel.seeds.length;
  const label = 34;
  const cell = Math.min(34, (Math.min(width, 760) - label) / count);
  const gap = cell >= 8 ? 1.5 : 0;
  const every = Math.max(1, Math.ceil(12 / cell));
  const cells = panel.cells.flatMap((row, y) =>
    row.flatMap((share, x) => (x === y ? [] : [{ share, x: label + x * cell, y: y * cell }])),
  );
  const names = panel.seeds.flatMap((seed, at) =>
    at % every !== 0
      ? []
      : [
          text(label - 6, at * cell + cell / 2 + 3.5, { size: 10.5, anchor: "end", fill: theme.soft, content: String(seed) }),
          text(label + at * cell + (cell - gap) / 2, count * cell + 12, { size: 10.5, anchor: "middle", fill: theme.soft, content: String(seed) }),
        ],
  );
  const unit = text(label + (count * cell) / 2, count * cell + 28, { size: 11, anchor: "middle", fill: theme.ink, content: "seed" });
  return [panelTitle(panel.arm, panel.says, canvas), { height: count * cell + 44, content: group(0, 0, drawShares(cells, cell - gap, canvas), ...names, unit, ...(live && count <= mostLive ? pairHits(panel, { label, cell }) : [])) }];
}

function pairHits(panel: AgreementPanel, { label, cell }: { readonly label: number; readonly cell: number }): ReactElement[] {
  return panel.cells.flatMap((row, y) =>
    row.flatMap((share, x) => {
      if (x === y) return [];
      const kind = x < y && panel.withPredictions ? "prediction" : "outcome";
      const says = share === null ? "no item that both answered" : `the same ${kind} on ${plainNumber(share * 100, 1)} % of items`;
      return [hit({ x: label + x * cell, y: y * cell, width: cell, height: cell }, `${panel.runIds[y] ?? ""} ${panel.runIds[x] ?? ""} ${kind}`, `seeds ${panel.seeds[y] ?? ""} and ${panel.seeds[x] ?? ""}: ${says}`)];
    }),
  );
}

type ShareCell = { readonly share: number | null; readonly x: number; readonly y: number };

/** Cells of the same shade as one path, so that a hundred seeds stay a small file; numbers where they can be read. */
function drawShares(cells: readonly ShareCell[], size: number, { theme }: Canvas): ReactElement {
  const shades = new Map<string, string[]>();
  const unknown: string[] = [];
  for (const { share, x, y } of cells) {
    if (share === null) {
      unknown.push(rectPath(x + 0.5, y + 0.5, size - 1, size - 1));
      continue;
    }
    const fill = shareColour(theme, strength(Math.round(share * 100) / 100));
    const paths = shades.get(fill);
    if (paths === undefined) shades.set(fill, [rectPath(x, y, size, size)]);
    else paths.push(rectPath(x, y, size, size));
  }
  const numbers = size < 20 ? [] : cells.flatMap((cell) => (cell.share === null ? [] : [shareNumber({ ...cell, share: cell.share }, size, theme)]));
  return group(
    0, 0,
    ...[...shades].map(([fill, paths]) => shapes(paths, { fill })),
    shapes(unknown, { fill: "none", stroke: theme.failInk, strokeWidth: 0.75, strokeDasharray: "1.5 1.5" }),
    ...numbers,
  );
}

function shareNumber({ x, y, share }: ShareCell & { readonly share: number }, size: number, theme: Theme): ReactElement {
  const fill = inkOn(shareColour(theme, strength(share)));
  return text(x + size / 2, y + size / 2 + 3.5, { size: 9.5, anchor: "middle", fill, content: plainNumber(share * 100, 0) });
}

/** Half of the scale lies above 75 %, where seeds of one recipe are. */
function strength(share: number): number {
  return share ** 2.4;
}

function scaleBar(canvas: Canvas): Block {
  const { theme } = canvas;
  const steps = [0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  const marks = steps.flatMap((share, at) => [
    rect(at * 30, 0, { width: 29, height: 10, fill: shareColour(theme, strength(share)) }),
    text(at * 30 + 14.5, 22, { size: 10, anchor: "middle", fill: theme.soft, content: plainNumber(share * 100, 0) }),
  ]);
  const word = text(steps.length * 30 + 8, 10, { size: 11, fill: theme.soft, content: "% of items on which two seeds agree" });
  return { height: 38, content: group(0, 0, ...marks, word) };
}

function findingOf(data: AgreementData): string {
  const shares = data.panels.flatMap((panel) => panel.cells.flatMap((row, y) => row.flatMap((share, x) => (x < y && share !== null ? [share] : []))));
  const what = data.panels.every((panel) => panel.withPredictions) ? "predictions" : "outcomes";
  if (shares.length === 0) return "No two seeds answered the same item, so nothing can be said about agreement.";
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const whole = data.panels.every((panel) => panel.complete);
  const written = (share: number): string => (whole ? String(Math.round(share * data.provenance.items)) : plainNumber(share * 100));
  const [low, high] = [written(least), written(most)];
  if (whole && least === 1) return `Any two seeds${data.panels.length > 1 ? " of one arm" : ""} agree on all ${data.provenance.items} ${what}.`;
  const of = whole ? `of the ${data.provenance.items} ${what}` : `% of the ${what} that both gave`;
  return `Any two seeds${data.panels.length > 1 ? " of one arm" : ""} agree on ${low === high ? low : `${low} to ${high}`} ${of}.`;
}

function tableOf(data: AgreementData): Table {
  const rows = data.panels.flatMap((panel) =>
    panel.cells.flatMap((row, y) =>
      row.flatMap((share, x) => (x === y ? [] : [[panel.arm, x < y && panel.withPredictions ? "prediction" : "outcome", panel.seeds[y] ?? null, panel.seeds[x] ?? null, share]])),
    ),
  );
  return { columns: ["arm", "agreement on", "seed", "other seed", "share of items"], rows };
}
