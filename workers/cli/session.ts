import { connectEngine, type Connected } from "../engine/client/connect.ts";
import { defaultLabFolder } from "../engine/lab-folder.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** Options that every command has. */
export type CommonOptions = { readonly lab?: string; readonly json?: boolean };

/** A command at work: its lab's engine and where it writes. */
export type Session = { readonly lab: string; readonly engine: Connected; readonly terminal: Terminal; readonly json: boolean };

/** Connects to the lab's engine (started where none runs), does the work, and disconnects. */
export async function withEngine<Result>(options: CommonOptions, work: (session: Session) => Promise<Result>): Promise<Result> {
  const lab = options.lab ?? defaultLabFolder(process.env);
  const json = options.json ?? false;
  const engine = await connectEngine(lab, { start: true });
  try {
    return await work({ lab, engine, terminal: processTerminal(json), json });
  } finally {
    await engine.close();
  }
}

/** One JSON document on standard output. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);
}
