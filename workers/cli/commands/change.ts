import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { findExperiment } from "../find-experiment.ts";
import { seedsOption } from "../seeds-option.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { counted } from "../words.ts";
import { watchToEnd } from "./run.ts";

/** `flipbook cancel EXP`: what waits is taken out, what runs is asked to stop; results so far are kept. */
export function cancelCommand(named: string, options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { id, name } = await findExperiment(session, named);
    await session.engine.api.experiment.cancel.mutate({ id });
    if (session.json) printJson(session.terminal, { id, cancelled: true });
    else session.terminal.out(`${name} is cancelled; results so far are kept.\n`);
    return exitCodes.ok;
  });
}

export type ExtendOptions = CommonOptions & { readonly seeds: string; readonly wait?: boolean };

/** `flipbook extend EXP --seeds 4..6`: runs only what is missing, and follows it to its end. */
export function extendCommand(named: string, options: ExtendOptions): Promise<ExitCode> {
  const seeds = seedsOption(options.seeds);
  return withEngine(options, async (session) => {
    const { id } = await findExperiment(session, named);
    const { runs } = await session.engine.api.experiment.extend.mutate({ id, seeds: [...seeds] });
    session.terminal.err(runs === 0 ? "Every run for these seeds is there already.\n" : `${counted(runs, "run")} added.\n`);
    if (options.wait !== false) return watchToEnd(session, id);
    if (session.json) printJson(session.terminal, { id, runs });
    return exitCodes.ok;
  });
}

/** `flipbook note add EXP TEXT`: a dated note on an experiment. */
export function noteAddCommand(named: string, text: string, options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { id, name } = await findExperiment(session, named);
    const note = await session.engine.api.note.add.mutate({ experimentId: id, runId: null, itemIndex: null, markdown: text });
    if (session.json) printJson(session.terminal, note);
    else session.terminal.out(`Noted on ${name}.\n`);
    return exitCodes.ok;
  });
}
