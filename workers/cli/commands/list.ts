import Table from "cli-table3";
import type { ExperimentRow } from "../../contract/views.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { plainStyle, tableText } from "../tables/table-style.ts";
import { counted, passesText } from "../words.ts";

/** `flipbook ls`: the lab's experiments, newest first. */
export function listCommand(options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async ({ engine: { api }, terminal, json, lab }) => {
    const view = await api.lab.overview.query();
    if (json) printJson(terminal, view);
    else if (view.experiments.length === 0) terminal.out(`${lab} has no experiments yet. Start one with: flipbook run sample\n`);
    else {
      const table = new Table({ head: ["id", "name", "state", "runs", "base", "passed by each run", "note"], ...plainStyle(terminal.colours) });
      for (const row of view.experiments) table.push(cells(row, terminal.colours.bold));
      terminal.out(`${tableText(table)}\n`);
    }
    return exitCodes.ok;
  });
}

function cells(row: ExperimentRow, bold: (text: string) => string): string[] {
  const failed = row.failed === 0 ? "" : `, ${row.failed} failed`;
  const passes = row.arms.filter((arm) => arm.substrate !== "none" && arm.passes.length > 0).map((arm) => `${arm.name} ${passesText(arm.passes)}`);
  return [
    row.id,
    bold(row.name),
    row.state,
    `${row.finished} of ${counted(row.planned, "run")}${failed}`,
    row.basePass === null ? "–" : `${row.basePass}/${row.items}`,
    passes.join("; "),
    (row.note ?? "").slice(0, 40),
  ];
}
