import type { VerifyStart } from "../../contract/substrate-views.ts";
import { LabError } from "../../domain/errors.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { findExperiment } from "../find-experiment.ts";
import { printJson, withEngine, type CommonOptions, type Session } from "../session.ts";
import { watchToEnd } from "./run.ts";

export type VerifyOptions = CommonOptions & { readonly arm?: readonly string[]; readonly seed?: string };

/** `flipbook verify EXP`: does one run of each arm again under the same seed, and says whether the same came out. */
export function verifyCommand(named: string, options: VerifyOptions): Promise<ExitCode> {
  const seed = seedOption(options.seed);
  return withEngine(options, async (session) => {
    const { api } = session.engine;
    const { id } = await findExperiment(session, named);
    const again = await api.experiment.verify.mutate({ id, arms: options.arm === undefined ? null : [...options.arm], seed });
    if (!session.json && again.skipped.length > 0) session.terminal.out(`Skipped, as not run under seed ${seed}: ${again.skipped.join(", ")}.\n`);
    // Progress goes beside the answer, as it does for a script; the scores of the second run are not what was asked for.
    const ended = await watchToEnd({ ...session, json: true, terminal: { ...session.terminal, out: () => undefined } }, again.id);
    return ended === exitCodes.ok ? say(session, again) : ended;
  });
}

async function say({ engine: { api }, terminal, json }: Session, { id, skipped }: VerifyStart): Promise<ExitCode> {
  const { checks } = await api.experiment.protocol.query({ id });
  const wanted = checks.filter((check) => check.key === "same-seed" || check.key === "repeats");
  if (json) printJson(terminal, { id, skipped, checks: wanted });
  else for (const check of wanted) terminal.out(`${[check.sentence, ...check.evidence.map((line) => `  ${line}`)].join("\n")}\n`);
  return wanted.some((check) => check.state === "no") ? exitCodes.failedRuns : exitCodes.ok;
}

function seedOption(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,10}$/.test(text)) throw new LabError("bad-input", `--seed takes one seed, not ${text}.`);
  return Number(text);
}
