import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { findExperiment } from "../find-experiment.ts";
import { experimentLines } from "../progress/live-lines.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { readResults, resultsText } from "./results.ts";

export type ShowOptions = CommonOptions & { readonly all?: boolean };

const flipsShown = 40;

/** `flipbook show EXP`: where its runs stand, scores, flips and the finding. */
export function showCommand(named: string, options: ShowOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { id } = await findExperiment(session, named);
    const results = await readResults(session.engine, id);
    const { terminal, json } = session;
    if (json) {
      printJson(terminal, results);
      return exitCodes.ok;
    }
    const { experiment } = results;
    const unfinished = experiment.runs.some((run) => run.state !== "done");
    if (unfinished) terminal.out(`${experimentLines(experiment, terminal).join("\n")}\n`);
    terminal.out(resultsText(results, terminal, options.all === true ? Infinity : flipsShown));
    for (const change of experiment.changes) terminal.out(`${new Date(change.atMs).toLocaleString()}  ${change.kind}: ${change.text}\n`);
    return exitCodes.ok;
  });
}
