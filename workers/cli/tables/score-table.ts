import Table from "cli-table3";
import type { ExperimentView } from "../../contract/views.ts";
import type { Terminal } from "../terminal.ts";
import { scoreText } from "../words.ts";
import { plainStyle, tableText } from "./table-style.ts";

/** Score of every arm: mean, lowest to highest over its seeds, and what is missing. */
export function scoreTable(view: ExperimentView, colours: Terminal["colours"]): string {
  const table = new Table({ head: ["arm", "path", "runs", "mean", "lowest to highest", "each run (by seed)"], ...plainStyle(colours) });
  for (const arm of view.arms) {
    const runs = view.runs.filter((run) => run.arm === arm.name);
    const scores = runs.flatMap((run) => (run.state === "done" && run.score !== null ? [run.score] : []));
    const total = scores[0]?.total ?? 0;
    const passes = scores.map((score) => score.pass);
    table.push([
      colours.bold(arm.name),
      arm.path,
      scores.length === runs.length ? String(runs.length) : `${scores.length} of ${runs.length}`,
      passes.length === 0 ? "none yet" : scoreText(mean(passes), total),
      passes.length < 2 ? "" : `${Math.min(...passes)} to ${Math.max(...passes)}`,
      runs.map((run) => (run.score === null || run.state !== "done" ? "–" : String(run.score.pass))).join(" "),
    ]);
  }
  return tableText(table);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
