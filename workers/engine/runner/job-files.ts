import { existsSync, readFileSync } from "node:fs";
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

function readAs<Value>(path: string, schema: z.ZodType<Value>): Value | null {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}
