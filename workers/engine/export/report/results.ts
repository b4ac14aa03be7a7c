import { estimateText, intervalText, whole } from "../../../../renderer/figures/text/numbers.ts";
import type { ArmAnalysis, ArmFigures } from "../../../domain/analysis/analysis.ts";
import { plainNumber, signedNumber } from "../../../domain/analysis/words.ts";
import { armCosts, type Measured } from "../../../domain/analysis/bill-spread.ts";
import { costIn, usedCostColumns, type CostColumn } from "../../../domain/analysis/cost-columns.ts";
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

type Column = { readonly title: string; readonly write: (number: number) => string };

const seconds = (phase: string): Column => ({ title: `${phase}, s`, write: points });

const costColumns: Readonly<Record<CostColumn, Column>> = {
  load: seconds("load"),
  compile: seconds("compile"),
  train: seconds("train"),
  score: seconds("score"),
  promptTokensPerCall: { title: "prompt tokens per call", write: points },
  promptTax: { title: "above the base's", write: points },
  artifactBytes: { title: "artifact, bytes", write: whole },
  peakRssMib: { title: "peak memory, MiB", write: whole },
  peakCudaMib: { title: "peak on the GPU, MiB", write: whole },
  energyWh: { title: "energy, Wh", write: points },
  writerCost: { title: "paid to the writer", write: (number) => plainNumber(number, 4) },
};

/** What one run of each arm cost, mean ± spread over its runs, an arm a row; a dash stands where nothing was measured, and what no arm has gets no column. */
export function billTable({ bill, source }: ReportFacts): Table | null {
  if (bill.rows.length === 0) return null;
  const costs = armCosts(bill.rows, source.experiment.arms);
  const used = usedCostColumns(costs);
  return {
    kind: "table",
    columns: ["arm", "runs", ...used.map((column) => costColumns[column].title)],
    rows: costs.map((cost) => [cost.arm, cost.runs, ...used.map((column) => measuredText(costIn(cost, column), costColumns[column].write))]),
  };
}

function measuredText({ mean, spread }: Measured, write: Column["write"]): string {
  if (mean.kind === "undefined") return "–";
  return spread.kind === "value" ? `${write(mean.value)} ± ${write(spread.value)}` : write(mean.value);
}

function points(number: number): string {
  return plainNumber(number);
}
