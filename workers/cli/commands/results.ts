import { unpackMatrix } from "../../contract/matrix-wire.ts";
import type { ExperimentView, MatrixView } from "../../contract/views.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { findingSentence } from "../../domain/analysis/finding-sentence.ts";
import { plainText } from "../../domain/analysis/text-parts.ts";
import type { Connected } from "../../engine/client/connect.ts";
import { flipTable } from "../tables/flip-table.ts";
import { scoreTable } from "../tables/score-table.ts";
import type { Terminal } from "../terminal.ts";
import { counted } from "../words.ts";

/** What an experiment has come to, as the terminal shows it and as `--json` writes it. */
export type Results = { readonly experiment: ExperimentView; readonly matrix: MatrixView; readonly analysis: Analysis; readonly finding: string };

/** The analysis as pages show it first: errors left out, four seeds of five make a gain reliable. */
const analysisSettings = { counting: "exclude", reliableShare: 0.8, path: null } as const;

export async function readResults({ api }: Connected, id: string): Promise<Results> {
  const [experiment, matrix, analysis] = await Promise.all([
    api.experiment.get.query({ id }),
    api.experiment.matrix.query({ id }).then(unpackMatrix),
    api.experiment.analysis.query({ id, ...analysisSettings }),
  ]);
  return { experiment, matrix, analysis, finding: plainText(findingSentence(analysis)) };
}

/** Scores, flips and the finding, below each other. */
export function resultsText({ experiment, matrix, finding }: Results, terminal: Terminal, most: number): string {
  const { colours } = terminal;
  const heading = `${colours.bold(experiment.name)}  ${experiment.task.name}, ${counted(experiment.task.counts.test, "test item")}, ${experiment.base}`;
  return ["", heading, "", scoreTable(experiment, colours), "", flipTable(matrix, { colours, most }), "", finding, ""].join("\n");
}
