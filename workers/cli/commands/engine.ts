import { connectEngine } from "../../engine/client/connect.ts";
import { defaultLabFolder } from "../../engine/lab-folder.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { processTerminal } from "../terminal.ts";
import type { CommonOptions } from "../session.ts";

export type EngineCommandOptions = CommonOptions & { readonly sampleIfNew?: boolean; readonly readOnly?: boolean };

/** `flipbook engine`: joins or starts the lab's engine and says in one line where it listens. */
export async function engineCommand(options: EngineCommandOptions): Promise<ExitCode> {
  const lab = options.lab ?? defaultLabFolder(process.env);
  const engine = await connectEngine(lab, { start: true, readOnly: options.readOnly ?? false });
  try {
    const view = await engine.api.lab.overview.query();
    if (options.sampleIfNew === true && !view.readOnly && view.experiments.length === 0) await engine.api.lab.startSample.mutate();
    const { out } = processTerminal(options.json ?? false);
    out(options.json === true ? `${JSON.stringify({ socket: engine.socket, lab: view.folder, readOnly: view.readOnly, pid: view.engine.pid })}\n` : `${view.folder}: engine ${view.engine.pid} at ${engine.socket}\n`);
    return exitCodes.ok;
  } finally {
    await engine.close();
  }
}
