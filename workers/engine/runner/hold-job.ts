import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { LabError } from "../../domain/errors.ts";
import type { NodeProgram } from "../client/start-engine.ts";
import { heldExit, heldProcess, type HeldExit, type HoldOrder } from "./hold-order.ts";
import { identify, type ProcessIdentity } from "./process-identity.ts";

/** A holder that waits for its order. Nothing of the job exists before `go`. */
export type WaitingHolder = {
  readonly identity: ProcessIdentity;
  /** Starts the job and resolves to its process. */
  readonly go: (order: HoldOrder) => Promise<HeldJob>;
  /** Sends it away without an order; it ends by itself. */
  readonly dismiss: () => void;
};

export type HeldJob = {
  readonly identity: ProcessIdentity;
  /** How the job ended, as soon as its holder says so; null until then. */
  readonly exit: () => HeldExit | null;
};

const saying = z.union([z.object({ started: heldProcess }), z.object({ exited: heldExit }), z.object({ notice: z.string() })]);

/** The holder's program: beside this bundle, or the source beside this file. */
export function holderProgram(env: NodeJS.ProcessEnv): NodeProgram {
  const here = import.meta.url;
  const file = fileURLToPath(new URL(here.endsWith(".ts") ? "./holder.ts" : "./holder.mjs", here));
  return { file: process.execPath, args: ["--max-old-space-size=64", file], env };
}

/** Starts a holder in a session of its own, so that nothing that ends the engine ends it. */
export function startHolder(program: NodeProgram): WaitingHolder {
  const child = spawn(program.file, [...program.args], { detached: true, env: program.env, stdio: ["pipe", "pipe", "inherit"] });
  // Without a listener a failed start would end the engine; `go` reports it.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  const identity = child.pid === undefined ? null : identify(child.pid);
  if (identity === null) throw new LabError("missing-tool", `${program.file} cannot be started to hold a job.`);
  return { identity, go: (order) => giveOrder(child, order), dismiss: () => child.stdin.end() };
}

type Pipes = { readonly stdin: Writable; readonly stdout: Readable };

function giveOrder({ stdin, stdout }: Pipes, order: HoldOrder): Promise<HeldJob> {
  let exit: HeldExit | null = null;
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stdout });
    lines.on("line", (line) => {
      const said = saying.parse(JSON.parse(line));
      if ("started" in said) resolve({ identity: said.started, exit: () => exit });
      else if ("exited" in said) exit = said.exited;
      else console.error(said.notice);
    });
    lines.once("close", () => reject(new LabError("job-failed", "The job could not be started: its holder ended. Look into engine.log in the lab folder.")));
    stdin.end(`${JSON.stringify(order)}\n`);
  });
}
