import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { jsonOrNull } from "../../domain/json-or-null.ts";
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

/** A file that is there but says nothing (the power failed while it was written) is like none: it must not keep the engine from starting. */
function readAs<Value>(path: string, schema: z.ZodType<Value>): Value | null {
  if (!existsSync(path)) return null;
  const read = schema.safeParse(jsonOrNull(readFileSync(path, "utf8")));
  return read.success ? read.data : null;
}
