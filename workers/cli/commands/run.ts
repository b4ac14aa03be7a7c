import { basename } from "node:path";
import { LabError } from "../../domain/errors.ts";
import { askToCancel } from "../ask.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import { isOpen } from "../progress/is-open.ts";
import { readSource, type Source } from "../read-source.ts";
import { seedsOption } from "../seeds-option.ts";
import { printJson, withEngine, type CommonOptions, type Session } from "../session.ts";
import { counted, oneLine } from "../words.ts";
import { displayFor, followExperiment } from "./follow.ts";
import { readResults, resultsText } from "./results.ts";

export type RunOptions = CommonOptions & { readonly seeds?: string; readonly reuse?: boolean };

const flipsShown = 40;

/** Starts an experiment file (or the sample), shows its progress, and ends with scores, flips and the finding. */
export async function runCommand(file: string, options: RunOptions): Promise<ExitCode> {
  const seeds = seedsOption(options.seeds);
  const source = readSource(file);
  return withEngine(options, async (session) => {
    const id = await create(session, source, { seeds, reuse: options.reuse === true });
    return watchToEnd(session, id);
  });
}

async function create({ engine: { api }, terminal }: Session, { yaml, fileName, isSample }: Source, { seeds, reuse }: { readonly seeds: readonly number[] | undefined; readonly reuse: boolean }): Promise<string> {
  const check = await api.experiment.check.query({ yaml, fileName });
  if (check.kind === "problems") throw new LabError("bad-input", `${basename(fileName)} cannot be run.`, { problems: check.problems });
  for (const notice of check.notices) terminal.err(`${notice}\n`);
  if (check.alreadyDone.length > 0 && !reuse) terminal.err(`${alreadyDoneWords(check.alreadyDone)} --reuse takes ${check.alreadyDone.length === 1 ? "it" : "them"} over.\n`);
  if (isSample && seeds === undefined) return (await api.lab.startSample.mutate()).id;
  const { id } = await api.experiment.create.mutate({ yaml, fileName, reuse, ...(seeds === undefined ? {} : { seeds: [...seeds] }) });
  return id;
}

/** `3 of these runs are done already, with the same task, recipe and seed, in coin flip.` */
export function alreadyDoneWords(done: readonly { readonly experimentName: string }[]): string {
  const names = [...new Set(done.map(({ experimentName }) => oneLine(experimentName)))];
  return `${done.length} of these runs ${done.length === 1 ? "is" : "are"} done already, with the same task, recipe and seed, in ${names.join(", ")}.`;
}

/** Follows an experiment to its end; Ctrl-C asks whether to cancel it. */
export async function watchToEnd(session: Session, id: string): Promise<ExitCode> {
  const { terminal, json, engine } = session;
  const display = displayFor(session);
  for (;;) {
    const interrupt = onInterrupt();
    const followed = await followExperiment(session, id, { display, interrupted: interrupt.happened });
    interrupt.forget();
    if (followed.kind === "over") break;
    display.pause(true);
    const answer = await askToCancel(terminal.live);
    display.pause(false);
    if (answer === "leave") {
      terminal.err(`\nThe sweep goes on without this terminal. See it with: flipbook show ${id}\n`);
      return exitCodes.cancelled;
    }
    if (answer === "cancel") return cancelled(session, id);
  }
  const results = await readResults(engine, id);
  if (json) printJson(terminal, results);
  else terminal.out(resultsText(results, terminal, flipsShown));
  return results.experiment.runs.every((run) => run.state === "done") ? exitCodes.ok : exitCodes.failedRuns;
}

async function cancelled({ engine: { api }, terminal, json }: Session, id: string): Promise<ExitCode> {
  await api.experiment.cancel.mutate({ id });
  let view = await api.experiment.get.query({ id });
  while (view.runs.some((run) => isOpen(run))) {
    await new Promise((resolveLater) => setTimeout(resolveLater, 200));
    view = await api.experiment.get.query({ id });
  }
  if (json) printJson(terminal, { experiment: view, cancelled: true });
  terminal.err(`Cancelled. ${counted(view.finished, "run")} of ${view.planned} had finished and ${view.finished === 1 ? "is" : "are"} kept.\n`);
  return exitCodes.cancelled;
}
