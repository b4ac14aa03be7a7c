import { estimateText, intervalText, whole } from "../../../../renderer/figures/text/numbers.ts";
import type { ArmAnalysis, ArmFigures } from "../../../domain/analysis/analysis.ts";
import { plainNumber, signedNumber } from "../../../domain/analysis/words.ts";
import type { BillRow } from "../../../contract/views.ts";
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

/** What a run cost on average, an arm a row; a dash stands where nothing was measured. */
export function billTable({ bill }: ReportFacts): Table | null {
  const arms = [...new Set(bill.rows.map((row) => row.arm))];
  if (arms.length === 0) return null;
  return {
    kind: "table",
    columns: ["arm", "runs", "training, s", "scoring, s", "prompt tokens per call", "artifact, bytes", "energy, Wh"],
    rows: arms.map((arm) => {
      const rows = bill.rows.filter((row) => row.arm === arm);
      const mean = (read: (row: BillRow) => number | null, write: (number: number) => string): string => meanText(rows.map(read), write);
      return [
        arm, String(rows.length), mean((row) => row.seconds.train, points), mean((row) => row.seconds.score, points),
        mean((row) => row.promptTokensPerCall, points), mean((row) => row.artifactBytes, whole), mean((row) => row.energyWh, points),
      ];
    }),
  };
}

function meanText(values: readonly (number | null)[], write: (number: number) => string): string {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? "–" : write(known.reduce((sum, value) => sum + value, 0) / known.length);
}

function points(number: number): string {
  return plainNumber(number);
}
