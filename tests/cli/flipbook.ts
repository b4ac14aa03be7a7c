import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { testPython } from "../engine/runner/processes.ts";

const main = fileURLToPath(new URL("../../workers/cli/main.ts", import.meta.url));
const driver = fileURLToPath(new URL("../fixtures/drive_terminal.py", import.meta.url));

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

/** A command at work: what it has printed so far, and its end. */
export type Running = { readonly out: () => string; readonly err: () => string; readonly signal: (name: NodeJS.Signals) => void; readonly end: Promise<Ran> };

/** Longer than any command here takes on a busy machine; one that hangs is then reported with what it printed. */
const commandLimitMs = 100_000;

/** Starts `flipbook` as a user would, without a terminal. */
export function startFlipbook(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  return running(process.execPath, [main, ...args], env);
}

export function flipbook(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return startFlipbook(args, env).end;
}

/** Runs `flipbook` at a terminal, and types when the text to wait for has been printed. */
export function flipbookAtTerminal(args: readonly string[], env: NodeJS.ProcessEnv, steps: readonly (readonly [wait: string, keys: string])[]): Promise<Ran> {
  return running(testPython(), [driver, JSON.stringify(steps), process.execPath, main, ...args], { ...env, TERM: "xterm" }).end;
}

function running(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(file, [...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  // A test that fails half-way must not leave its command behind.
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.on("data", (data: Buffer) => {
    out += data.toString("utf8");
  });
  child.stderr.on("data", (data: Buffer) => {
    err += data.toString("utf8");
  });
  return {
    out: () => out,
    err: () => err,
    signal: (name) => void child.kill(name),
    end: new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`${args.join(" ")} did not end. It printed:\n${out}\n${err}`)), commandLimitMs);
      child.once("close", (code) => {
        clearTimeout(limit);
        resolve({ code, out, err });
      });
    }),
  };
}
