import { estimateText, intervalText, whole } from "../../../../renderer/figures/text/numbers.ts";
import type { ArmAnalysis, ArmFigures } from "../../../domain/analysis/analysis.ts";
import { plainNumber, signedNumber } from "../../../domain/analysis/words.ts";
import { armCosts, type ArmCost, type Measured } from "../../../domain/analysis/bill-spread.ts";
import type { ReportFacts, ReportPart } from "./facts.ts";

type Table = Extract<ReportPart, { readonly kind: "table" }>;

/** Scores and effects, an arm a row; an arm with set-aside runs has a second row without them. */
export function resultsTable({ source }: ReportFacts): Table {
  const { base, arms, items } = source.analysis;
  const baseRow =
    base === null
      ? ["base", "not scored on this path", "–", "–", "–", "–", "–"]
      : ["base", `${base.score.pass} of ${items} (${estimateText(base.scorePoints, points)} %)`, intervalText(base.wilson, points), "–", "–", "–", "–"];
  return {
    kind: "table",
    columns: ["arm", "score", "interval of one score (Wilson)", "spread (n − 1)", "effect, points", "these items", "items like these"],
    rows: [baseRow, ...arms.flatMap(armRows)],
  };
}

function armRows(arm: ArmAnalysis): string[][] {
  const all = armRow(arm.name, arm.all);
  return arm.withoutSetAside === null ? [all] : [all, armRow(`${arm.name}, without set-aside runs`, arm.withoutSetAside)];
}

function armRow(name: string, figures: ArmFigures): string[] {
  const passes = figures.runs.map((run) => run.score.pass);
  const [low, high] = [Math.min(...passes), Math.max(...passes)];
  const range = passes.length === 0 ? "" : `, ${low === high ? low : `${low} to ${high}`} items`;
  return [
    name,
    `mean ${estimateText(figures.meanPoints, points)} % of ${figures.runs.length} ${figures.runs.length === 1 ? "run" : "runs"}${range}`,
    "–",
    estimateText(figures.spreadPoints, points),
    estimateText(figures.effect.points, (number) => signedNumber(number)),
    intervalText(figures.effect.theseItems.adjusted, (number) => signedNumber(number)),
    intervalText(figures.effect.itemsLikeThese.adjusted, (number) => signedNumber(number)),
  ];
}

type CostColumn = { readonly title: string; readonly of: (cost: ArmCost) => Measured | undefined; readonly write: (number: number) => string };

const costColumns: readonly CostColumn[] = [
  ...["load", "compile", "train", "score"].map((phase): CostColumn => ({ title: `${phase}, s`, of: (cost) => cost.seconds[phase], write: points })),
  { title: "prompt tokens per call", of: (cost) => cost.promptTokensPerCall, write: points },
  { title: "above the base's", of: (cost) => cost.promptTax, write: points },
  { title: "artifact, bytes", of: (cost) => cost.artifactBytes, write: whole },
  { title: "peak memory, MiB", of: (cost) => cost.peakRssMib, write: whole },
  { title: "peak on the GPU, MiB", of: (cost) => cost.peakCudaMib, write: whole },
  { title: "energy, Wh", of: (cost) => cost.energyWh, write: points },
  { title: "paid to the writer", of: (cost) => cost.writerCost, write: (number) => plainNumber(number, 4) },
];

/** What one run of each arm cost, mean ± spread over its runs, an arm a row; a dash stands where nothing was measured, and what no arm has gets no column. */
export function billTable({ bill, source }: ReportFacts): Table | null {
  if (bill.rows.length === 0) return null;
  const costs = armCosts(bill.rows.map((row) => ({ ...row, writerCost: row.writer?.cost ?? null })), source.experiment.arms);
  const used = costColumns.filter(({ of }) => costs.some((cost) => (of(cost)?.runs ?? 0) > 0));
  return {
    kind: "table",
    columns: ["arm", "runs", ...used.map(({ title }) => title)],
    rows: costs.map((cost) => [cost.arm, cost.runs, ...used.map(({ of, write }) => measuredText(of(cost), write))]),
  };
}

function measuredText(measured: Measured | undefined, write: CostColumn["write"]): string {
  if (measured === undefined || measured.mean.kind === "undefined") return "–";
  return measured.spread.kind === "value" ? `${write(measured.mean.value)} ± ${write(measured.spread.value)}` : write(measured.mean.value);
}

function points(number: number): string {
  return plainNumber(number);
}
