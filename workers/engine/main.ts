// The engine of one lab: `main --lab DIR [--read-only] [--sample-if-new] [--idle-exit SECONDS]`.
// Its first line on standard output says that it is ready and where, or why it is not.
import "./without-maglev.ts";
import { LabError } from "../domain/errors.ts";
import { startEngine } from "./engine.ts";
import { parseOptions } from "./options.ts";
import { readEngineFile } from "./client/engine-file.ts";

// Whoever started the engine may be gone; a line nobody reads must not end it.
process.stdout.on("error", () => undefined);
// engine.log may lie on a disk that is full.
process.stderr.on("error", () => undefined);
process.on("SIGHUP", () => undefined);
// What lies in a lab is its owner's business alone.
process.umask(0o077);

try {
  const options = parseOptions(process.argv.slice(2), process.env);
  const engine = await startEngine(options, process.env, () => end());
  const end = (): void => void engine.close().then(() => process.exit(0));
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  process.stdout.write(`${JSON.stringify({ ready: true, socket: engine.socket, pid: process.pid })}\n`);
} catch (error) {
  if (!(error instanceof LabError)) throw error;
  const other = error.code === "conflict" ? readEngineFile(parseOptions(process.argv.slice(2), process.env).lab) : null;
  const said = { ready: false, code: error.code, message: error.message, socket: other?.socket ?? null, pid: other?.pid ?? null };
  // Whatever was opened before the failure would keep a process alive that holds the lab and does nothing for it.
  process.stdout.write(`${JSON.stringify(said)}\n`, () => process.exit(error.code === "conflict" ? 4 : 3));
}
