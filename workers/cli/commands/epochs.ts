import Table from "cli-table3";
import { epochFlips, epochSentence } from "../../domain/analysis/epoch-flips.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { findExperiment } from "../find-experiment.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { plainStyle, tableText } from "../tables/table-style.ts";
import { runName } from "../words.ts";

/** `flipbook epochs EXP`: what every checkpoint passes, and how flips come and go over the epochs. */
export function epochsCommand(named: string, options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { terminal, json } = session;
    const { id, name } = await findExperiment(session, named);
    const view = await session.engine.api.experiment.epochs.query({ id });
    if (json) printJson(terminal, view);
    else if (view.runs.length === 0) terminal.out(`No checkpoint of ${name} was scored. Write checkpoints: every-epoch under train, and checkpoints: true under score.\n`);
    else {
      for (const run of view.runs) {
        const flips = epochFlips(run.base.kind === "outcomes" ? run.base.outcomes : null, run.epochs, view.items);
        const table = new Table({ head: ["epoch", "passed", "gains", "losses", "changed"], ...plainStyle(terminal.colours) });
        for (const { epoch, passes, gains, losses, changed } of flips.counts) table.push([epoch, passes, gains ?? "–", losses ?? "–", changed ?? ""].map(String));
        terminal.out(`${terminal.colours.bold(runName(run))}  ${epochSentence(flips, view.items)}\n${tableText(table)}\n`);
        if (run.base.kind === "undefined") terminal.out(`No gains and losses: ${run.base.why}.\n`);
      }
    }
    return exitCodes.ok;
  });
}
