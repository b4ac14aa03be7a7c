import type { ReactElement } from "react";
import type { LabelFigures } from "../../../workers/domain/analysis/analysis.ts";
import { unstableSentence } from "../../../workers/domain/analysis/unstable-sentence.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Table } from "../figure.ts";
import { panelTitle, remark } from "../frame/axis.ts";
import { frame } from "../frame/frame.ts";
import type { Block } from "../frame/frame.ts";
import { legend } from "../frame/legend.ts";
import { rect } from "../marks.ts";
import { provenanceOf, restsOn } from "../source.ts";
import type { Provenance } from "../source.ts";
import { counted } from "../text/numbers.ts";
import { ribbons } from "./ribbons.ts";

/** One move of predictions from the base's label to a run's. */
export type Move = { readonly from: string; readonly to: string; readonly count: number; readonly gains: number; readonly losses: number; readonly items: readonly number[] };

/** What the label flow figure draws, arm by arm. */
export type LabelFlowData = {
  readonly provenance: Provenance;
  readonly panels: readonly { readonly arm: string; readonly runs: number; readonly moves: readonly Move[]; readonly hidden: number; readonly stays: number; readonly unstable: string }[];
  readonly left: number;
};

const mostMoves = 14;
const mostPanels = 3;

/** Where predictions move: from what the base says to what the runs say. */
export const labelFlows: FigureDefinition = {
  name: "label-flows",
  title: "Where predictions move",
  prepare(source) {
    const arms = source.analysis.arms.flatMap((arm) => (arm.all.labels === null || arm.all.labels.flows.length === 0 ? [] : [{ arm, labels: arm.all.labels }]));
    if (arms.length === 0) return refused("Label flows need the predictions of the base and of at least one run on the same path.");
    const panels = arms.slice(0, mostPanels).map(({ arm, labels }) => ({ arm: arm.name, runs: arm.all.runs.length, ...movesOf(labels), unstable: unstableSentence(arm.all) ?? "" }));
    const data = { provenance: provenanceOf(source, { intervals: false, paths: "analysed" }), panels, left: arms.length - panels.length };
    return {
      kind: "figure",
      caption: `${findingOf(data)} Left: what the base says; right: what the runs say; the width counts answers over all runs. ${restsOn(data.provenance)}`,
      alt: `${findingOf(data)}${movesText(data)}`,
      table: tableOf(data),
      draw: (style) => LabelFlowsFigure({ data, style }),
    };
  },
};

/** The flows as one SVG. */
export function LabelFlowsFigure({ data, style }: { readonly data: LabelFlowData; readonly style: FigureStyle }): ReactElement {
  const words = { name: labelFlows.name, title: labelFlows.title, finding: findingOf(data), alt: findingOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const { theme } = canvas;
    const entry = (fill: string, word: string) => ({ swatch: rect(0, 2, { width: 13, height: 9, fill }), word });
    const entries = [entry(theme.gain, "gain: towards gold"), entry(theme.loss, "loss: away from gold"), entry(theme.pass, "wrong either way")];
    const blocks = data.panels.flatMap((panel): Block[] => {
      const stay = `${counted(panel.stays, "answer")} stay as the base's, ${counted(panel.moves.reduce((sum, move) => sum + move.count, panel.hidden), "answer")} of ${counted(panel.runs, "run")} move. ${panel.unstable}`;
      const hidden = panel.hidden === 0 ? [] : [remark(`${counted(panel.hidden, "answer")} in rarer moves are not drawn.`, canvas)];
      return [panelTitle(panel.arm, [stay], canvas), ...(panel.moves.length === 0 ? [remark("No prediction moves.", canvas)] : [ribbons(panel.moves, canvas)]), ...hidden];
    });
    return [legend(entries, canvas), ...blocks, ...(data.left === 0 ? [] : [remark(`${counted(data.left, "more arm")} not drawn.`, canvas)])];
  });
}

function movesOf(labels: LabelFigures): { readonly moves: readonly Move[]; readonly hidden: number; readonly stays: number } {
  const name = (index: number): string => (index < 0 ? "no readable answer" : labels.labels[index] ?? String(index));
  const moving = labels.flows.filter((flow) => flow.from !== flow.to).sort((a, b) => b.count - a.count || a.from - b.from || a.to - b.to);
  const stays = labels.flows.filter((flow) => flow.from === flow.to).reduce((sum, flow) => sum + flow.count, 0);
  const hidden = moving.slice(mostMoves).reduce((sum, flow) => sum + flow.count, 0);
  return { moves: moving.slice(0, mostMoves).map((flow) => ({ ...flow, from: name(flow.from), to: name(flow.to) })), hidden, stays };
}

function movesText({ panels }: LabelFlowData): string {
  const moves = panels.flatMap((panel) => panel.moves.slice(0, 5).map((move) => `${panel.arm}, ${move.from} to ${move.to}: ${move.count}`));
  return moves.length === 0 ? "" : ` ${moves.join("; ")}.`;
}

function findingOf(data: LabelFlowData): string {
  const [panel, ...others] = data.panels;
  const [first] = panel?.moves ?? [];
  if (panel === undefined || first === undefined) return "No prediction moves.";
  const said = `${others.length > 0 ? `${panel.arm}: m` : "M"}ost moves go from ${first.from} to ${first.to} (${counted(first.count, "answer")}). ${panel.unstable}`.trim();
  return [said, ...others.flatMap((other) => (other.unstable === "" ? [] : [`${other.arm}: ${other.unstable.charAt(0).toLowerCase()}${other.unstable.slice(1)}`]))].join(" ");
}

function tableOf(data: LabelFlowData): Table {
  const rows = data.panels.flatMap((panel) =>
    panel.moves.map((move) => [panel.arm, move.from, move.to, move.count, move.gains, move.losses, move.items.join(" ")]),
  );
  return { columns: ["arm", "base label", "run label", "answers", "gains", "losses", "items"], rows };
}
