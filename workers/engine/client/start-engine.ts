import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { LabError } from "../../domain/errors.ts";
import { readLastLines } from "../runner/last-lines.ts";

/** How to run one of our own programs: a Node and its first arguments. */
export type NodeProgram = { readonly file: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };

/** The first line an engine prints. */
const readyLine = z.discriminatedUnion("ready", [
  z.object({ ready: z.literal(true), socket: z.string() }),
  z.object({ ready: z.literal(false), code: z.string(), message: z.string() }),
]);

const startLimitMs = 30_000;

/** The engine's program: beside this bundle, or the source this file belongs to. */
export function engineProgram(env: NodeJS.ProcessEnv): NodeProgram {
  const here = import.meta.url;
  const file = fileURLToPath(new URL(here.endsWith(".ts") ? "../main.ts" : "../engine/main.mjs", here));
  return { file: env["FLIPBOOK_NODE"] ?? process.execPath, args: [file], env };
}

/** What came of starting an engine: it is ready, or another one has the lab already. */
export type Started = { readonly kind: "ready"; readonly socket: string } | { readonly kind: "other"; readonly message: string };

/** Starts an engine that outlives this process. */
export async function startEngine(lab: string, program: NodeProgram, flags: readonly string[]): Promise<Started> {
  const log = openLog(lab);
  const child = spawn(program.file, [...program.args, "--lab", lab, ...flags], { detached: true, env: program.env, stdio: ["ignore", "pipe", log] });
  if (typeof log === "number") closeSync(log);
  const { stdout } = child;
  if (stdout === null) throw new Error("the engine was started without a pipe");
  try {
    const first = await firstLine(child, stdout, () => lastWords(lab));
    if (first.ready) return { kind: "ready", socket: first.socket };
    if (first.code === "conflict") return { kind: "other", message: first.message };
    throw new LabError(asCode(first.code), first.message);
  } finally {
    stdout.destroy();
    child.unref();
  }
}

function firstLine(child: ChildProcess, stdout: Readable, lastWords: () => string): Promise<z.infer<typeof readyLine>> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => (): void => {
      clearTimeout(timer);
      reject(new LabError("unavailable", `${message} ${lastWords()}`));
    };
    const timer = setTimeout(() => fail("The engine did not answer within 30 seconds.")(), startLimitMs);
    const lines = createInterface({ input: stdout });
    child.once("error", (error) => fail(`The engine cannot be started: ${error.message}`)());
    lines.once("close", fail("The engine ended before it was ready."));
    lines.once("line", (line) => {
      clearTimeout(timer);
      const parsed = readyLine.safeParse(JSON.parse(line));
      if (parsed.success) resolve(parsed.data);
      else fail(`The engine said something unexpected: ${line}`)();
    });
  });
}

/** Why an engine did not start, as far as its log tells. */
function lastWords(lab: string): string {
  const path = join(lab, "engine.log");
  const said = existsSync(path) ? readLastLines(path) : "";
  return said === "" ? "It left no word why." : `The last it wrote in ${path}: ${said}`;
}

/** A lab that cannot be written has no log; the engine's complaints then go to this process's own. */
function openLog(lab: string): number | "inherit" {
  try {
    return openSync(join(lab, "engine.log"), "a", 0o600);
  } catch {
    return "inherit";
  }
}

const knownCodes = ["bad-input", "conflict", "read-only", "no-space", "no-access", "damaged", "newer-lab", "missing-tool"] as const;

function asCode(code: string): (typeof knownCodes)[number] | "unavailable" {
  return knownCodes.find((known) => known === code) ?? "unavailable";
}
