import { createInterface } from "node:readline";
import { basename } from "node:path";
import type { EveningCommand, EveningOptionsView, EveningPlan } from "../../contract/evening.ts";
import { LabError } from "../../domain/errors.ts";
import { nextClockTime } from "../../domain/evening/clock-time.ts";
import { commandFault, commandLine, readCommand } from "../../domain/evening/command-line.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { readSource, type Source } from "../read-source.ts";
import { printJson, withEngine, type CommonOptions, type Session } from "../session.ts";
import { counted } from "../words.ts";

export type EveningOptions = CommonOptions & {
  readonly until: string;
  readonly from?: string;
  readonly stopDesktop?: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly onFailure: EveningPlan["onFailure"];
  readonly atEnd: EveningPlan["atEnd"];
  readonly reuse?: boolean;
  readonly yes?: boolean;
};

/** `flipbook evening --until 07:00 FILE…`: plans an evening for the files' experiments, after a yes to every command around it. */
export function eveningCommand(files: readonly string[], options: EveningOptions): Promise<ExitCode> {
  const sources = files.map(readSource);
  return withEngine(options, async (session) => {
    const { api } = session.engine;
    await checkFiles(session, sources);
    const plan = planOf(options, await api.evening.options.query(), Date.now());
    const lines = [...plan.before, ...plan.after].map(commandLine);
    describe(session, plan, files);
    if (lines.length > 0 && options.yes !== true && !(await saidYes(session))) {
      session.terminal.err("Nothing was planned.\n");
      return exitCodes.cancelled;
    }
    const { id } = await api.evening.plan.mutate({ plan, files: sources.map(({ yaml, fileName }) => ({ yaml, fileName, reuse: options.reuse === true })), agreedTo: lines });
    if (session.json) printJson(session.terminal, { id, ...plan });
    else session.terminal.out(`${id} is planned. This terminal can be closed; follow it with: flipbook attach\n`);
    return exitCodes.ok;
  });
}

async function checkFiles({ engine: { api }, terminal }: Session, sources: readonly Source[]): Promise<void> {
  for (const { yaml, fileName } of sources) {
    const check = await api.experiment.check.query({ yaml, fileName });
    if (check.kind === "problems") throw new LabError("bad-input", `${basename(fileName)} cannot be run.`, { problems: check.problems });
    for (const notice of check.notices) terminal.err(`${notice}\n`);
  }
}

/** The plan of the options; commands that could not work at night are refused here, while somebody is there. */
export function planOf(options: EveningOptions, { displayManagers }: Pick<EveningOptionsView, "displayManagers">, nowMs: number): EveningPlan {
  const fromMs = options.from === undefined ? nowMs : nextClockTime(options.from, nowMs);
  const [desktop] = displayManagers;
  if (options.stopDesktop === true && desktop === undefined) {
    throw new LabError("bad-input", "No known display manager was found on this machine. Name its commands with --before and --after.");
  }
  const own = options.stopDesktop === true && desktop !== undefined ? desktop : null;
  const plan: EveningPlan = {
    experiments: [],
    fromMs,
    untilMs: nextClockTime(options.until, fromMs),
    before: [...options.before.map(command), ...(own === null ? [] : [own.stop])],
    after: [...(own === null ? [] : [own.start]), ...options.after.map(command)],
    onFailure: options.onFailure,
    atEnd: options.atEnd,
  };
  for (const one of [...plan.before, ...plan.after]) {
    const fault = commandFault(one);
    if (fault !== null) throw new LabError("bad-input", `${commandLine(one)}: ${fault}`);
  }
  return plan;
}

function command(text: string): EveningCommand {
  const { file, args } = readCommand(text);
  return { file, args: [...args] };
}

function describe(session: Session, plan: EveningPlan, files: readonly string[]): void {
  const clock = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });
  const { err } = session.terminal;
  err(`${counted(files.length, "experiment")} from ${clock.format(plan.fromMs)} to ${clock.format(plan.untilMs)}.\n`);
  const block = (title: string, commands: readonly EveningCommand[]): void => {
    if (commands.length > 0) err(`${title}\n${commands.map((one) => `    ${commandLine(one)}\n`).join("")}`);
  };
  block("Before the first job these commands are run, as they stand here, without a shell:", plan.before);
  block("After the last one, whatever happens, these:", plan.after);
}

/** Only the whole word counts; where nobody can be asked, `--yes` must have said it. */
async function saidYes({ terminal }: Session): Promise<boolean> {
  if (!process.stdin.isTTY) throw new LabError("bad-input", "There is no terminal to ask at. Look at the commands above, and say --yes if they may be run.");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<boolean>((resolve) => {
      lines.once("close", () => resolve(false));
      lines.once("SIGINT", () => resolve(false));
      lines.question("May they be run? Type yes: ", (answer) => resolve(answer.trim().toLowerCase() === "yes"));
    });
  } finally {
    lines.close();
    terminal.err("");
  }
}
