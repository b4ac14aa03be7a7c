import { closeSync, existsSync, openSync, readFileSync, readSync, fstatSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { heldExit, heldProcess, type HeldExit, type HeldProcess } from "./hold-order.ts";

/** Where the parts of one attempt of a job lie, absolute. */
export type JobFiles = { readonly spec: string; readonly terminalLog: string; readonly started: string; readonly exit: string };

export function jobFiles(runFolder: string, jobId: string, attempt: number): JobFiles {
  const jobs = join(runFolder, "jobs");
  return {
    spec: join(jobs, `${jobId}.json`),
    terminalLog: join(jobs, `${jobId}.terminal.log`),
    started: join(jobs, `${jobId}.${attempt}.started.json`),
    exit: join(jobs, `${jobId}.${attempt}.exit.json`),
  };
}

/** The process a holder says it started, or null where it has not said so. */
export function readStarted(files: JobFiles): HeldProcess | null {
  return readAs(files.started, heldProcess);
}

export function readExit(files: JobFiles): HeldExit | null {
  return readAs(files.exit, heldExit);
}

/** The last lines a job printed, without the terminal's control sequences. */
export function readLastOutput(files: JobFiles): string {
  if (!existsSync(files.terminalLog)) return "";
  const file = openSync(files.terminalLog, "r");
  try {
    const size = fstatSync(file).size;
    const buffer = Buffer.alloc(Math.min(size, 4096));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return lastLines(buffer.toString("utf8"));
  } finally {
    closeSync(file);
  }
}

// Colours, cursor moves and carriage returns are for a terminal, not for a sentence.
const controls = /\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007|[^\P{Cc}\n\r]/gu;

export function lastLines(text: string): string {
  return text.replace(controls, "").split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== "").slice(-3).join(" / ").slice(-500);
}

function readAs<Value>(path: string, schema: z.ZodType<Value>): Value | null {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}
