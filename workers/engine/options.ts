import { parseArgs } from "node:util";
import { LabError } from "../domain/errors.ts";
import { defaultLabFolder } from "./lab-folder.ts";

/** What an engine is started with. */
export type EngineOptions = {
  readonly lab: string;
  readonly readOnly: boolean;
  /** Start the sample sweep where the lab has no experiment yet. */
  readonly sampleIfNew: boolean;
  /** Seconds without a client and without work after which the engine ends; null = never. */
  readonly idleExit: number | null;
};

/** Reads the engine's own command line. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): EngineOptions {
  const { lab, "read-only": readOnly, "sample-if-new": sampleIfNew, "idle-exit": idleExit } = parse(args);
  return { lab: lab ?? defaultLabFolder(env), readOnly: readOnly ?? false, sampleIfNew: sampleIfNew ?? false, idleExit: seconds(idleExit) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { lab: { type: "string" }, "read-only": { type: "boolean" }, "sample-if-new": { type: "boolean" }, "idle-exit": { type: "string" } },
    }).values;
  } catch (error) {
    throw new LabError("bad-input", `${error instanceof Error ? error.message : String(error)} Known are --lab DIR, --read-only, --sample-if-new and --idle-exit SECONDS.`);
  }
}

function seconds(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new LabError("bad-input", `--idle-exit needs a number of seconds, not ${text}.`);
  return value;
}
