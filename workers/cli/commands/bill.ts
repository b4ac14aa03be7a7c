import Table from "cli-table3";
import type { BillRow } from "../../contract/views.ts";
import { armCosts, type ArmCost, type Measured } from "../../domain/analysis/bill-spread.ts";
import { costIn, usedCostColumns, type CostColumn } from "../../domain/analysis/cost-columns.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { findExperiment } from "../find-experiment.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { plainStyle, tableText } from "../tables/table-style.ts";
import { runName } from "../words.ts";

type Column = { readonly title: string; readonly write: (value: number) => string };

const seconds = (title: string): Column => ({ title, write: (value) => `${value.toFixed(1)} s` });

const columns: Readonly<Record<CostColumn, Column>> = {
  load: seconds("load"),
  compile: seconds("compile"),
  train: seconds("train"),
  score: seconds("score"),
  promptTokensPerCall: { title: "prompt tokens a call", write: (value) => value.toFixed(1) },
  promptTax: { title: "above the base's", write: (value) => value.toFixed(1) },
  artifactBytes: { title: "artifact", write: bytesText },
  peakRssMib: { title: "peak memory", write: (value) => `${value.toFixed(0)} MiB` },
  peakCudaMib: { title: "peak on the GPU", write: (value) => `${value.toFixed(0)} MiB` },
  energyWh: { title: "energy", write: (value) => `${value.toFixed(2)} Wh` },
  writerCost: { title: "paid to the writer", write: (value) => value.toFixed(4) },
};

/** `flipbook bill EXP`: what one run of each arm costs, mean and spread over its runs. */
export function billCommand(named: string, options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { api } = session.engine;
    const { terminal, json } = session;
    const { id } = await findExperiment(session, named);
    const [bill, view] = await Promise.all([api.experiment.bill.query({ id }), api.experiment.get.query({ id })]);
    const costs = armCosts(bill.rows, view.arms);
    if (json) {
      printJson(terminal, { rows: bill.rows, arms: costs });
      return exitCodes.ok;
    }
    const used = usedCostColumns(costs);
    const table = new Table({ head: ["arm", "runs", ...used.map((column) => columns[column].title)], ...plainStyle(terminal.colours) });
    for (const cost of costs) table.push([terminal.colours.bold(cost.arm), cost.runs, ...used.map((column) => amount(costIn(cost, column), columns[column].write))]);
    terminal.out(`One run of each arm: mean ± spread over its runs (n − 1)\n\n${tableText(table)}\n${[...costs.flatMap(untaxed), ...bill.rows.flatMap(takenOver)].join("")}`);
    return exitCodes.ok;
  });
}

/** Why an arm's prompts are above nothing. */
function untaxed({ arm, promptTokensPerCall, promptTax: { mean } }: ArmCost): readonly string[] {
  return promptTokensPerCall.runs > 0 && mean.kind === "undefined" ? [`${arm}: ${mean.why}, so nothing says how many prompt tokens it adds.\n`] : [];
}

function takenOver({ takenOver: taken, ...run }: BillRow): readonly string[] {
  return taken === null ? [] : [`${runName(run)}: ${taken.what} taken over from run ${taken.run}, so those seconds are that run's.\n`];
}

function bytesText(bytes: number): string {
  if (bytes < 2 ** 10) return `${bytes.toFixed(0)} B`;
  return bytes < 2 ** 20 ? `${(bytes / 2 ** 10).toFixed(1)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function amount({ mean, spread }: Measured, write: Column["write"]): string {
  if (mean.kind === "undefined") return "–";
  return spread.kind === "value" ? `${write(mean.value)} ± ${write(spread.value)}` : write(mean.value);
}
