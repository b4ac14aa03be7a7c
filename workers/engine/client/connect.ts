import { existsSync } from "node:fs";
import { LabError } from "../../domain/errors.ts";
import { openLabFolder } from "../lab-folder.ts";
import { isAlive } from "../runner/process-identity.ts";
import { socketPath } from "../server/socket-path.ts";
import { readEngineFile } from "./engine-file.ts";
import { answers, openClient, type EngineClient } from "./open-client.ts";
import { engineProgram, startEngine } from "./start-engine.ts";

export type ConnectOptions = {
  /** Start an engine where none runs. */
  readonly start: boolean;
  readonly readOnly?: boolean;
  readonly env?: NodeJS.ProcessEnv;
};

/** A client and the socket it found. */
export type Connected = EngineClient & { readonly socket: string };

/** Joins the lab's engine, or starts one that goes on when this process ends; an engine that died is found or started again. */
export async function connectEngine(lab: string, options: ConnectOptions): Promise<Connected> {
  let socket = await findSocket(lab, options);
  let closed = false;
  let finding: Promise<void> | null = null;
  let said = "";
  // Every failed attempt to connect comes here; one search at a time is enough.
  const find = (): void => {
    // A lab that was taken away is not made anew by someone who only wanted to stay connected.
    if (closed || finding !== null || !existsSync(lab)) return;
    finding = findSocket(lab, options)
      .then(
        (found) => {
          socket = found;
        },
        // The client goes on trying; its next failure brings us here again, and not more often than makes sense.
        async (error: unknown) => {
          const says = error instanceof Error ? error.message : String(error);
          if (says !== said) console.error(says);
          said = says;
          await new Promise((resolve) => setTimeout(resolve, searchPauseMs));
        },
      )
      .finally(() => {
        finding = null;
      });
  };
  const client = openClient({ socket: () => socket, onClose: find });
  return {
    api: client.api,
    socket,
    close: async () => {
      closed = true;
      await client.close();
      await finding;
    },
  };
}

/** The socket of the lab's engine, which is started where none runs and `start` is set. */
export async function findSocket(lab: string, { start, readOnly = false, env = process.env }: ConnectOptions): Promise<string> {
  const folder = openLabFolder(lab);
  const look = (): Promise<string | null> => runningSocket(folder.path, readOnly || !folder.writable, env);
  const running = await look();
  if (running !== null) return running;
  if (!start) throw new LabError("unavailable", `No engine runs for the lab ${folder.path}.`);
  const started = await startEngine(folder.path, engineProgram(env), [...(readOnly ? ["--read-only"] : []), "--idle-exit", String(idleExitSeconds)]);
  if (started.kind === "ready") return started.socket;
  // Another engine was quicker: it has the lab, and will answer in a moment.
  const end = Date.now() + quickerMs;
  while (Date.now() < end) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new LabError("conflict", started.message);
}

const quickerMs = 20_000;
const searchPauseMs = 2_000;
/** An engine that was started for a window or a command goes when nobody needs it any more; jobs keep it. */
const idleExitSeconds = 600;

async function runningSocket(lab: string, reader: boolean, env: NodeJS.ProcessEnv): Promise<string | null> {
  const place = { env, platform: process.platform };
  const said = readEngineFile(lab);
  const candidates = [
    ...(said !== null && isAlive(said) ? [said.socket] : []),
    socketPath(lab, "writer", place),
    ...(reader ? [socketPath(lab, "reader", place)] : []),
  ];
  for (const candidate of candidates) if (await answers(candidate)) return candidate;
  return null;
}
