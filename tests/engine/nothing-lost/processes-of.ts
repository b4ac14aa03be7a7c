import { readdirSync, readFileSync } from "node:fs";
import { errorCode } from "../../../workers/engine/error-code.ts";

/** A live process of a trial, known by the mark in its environment: engine, holder, job or window. */
export type MarkedProcess = { readonly pid: number; readonly kind: "engine" | "holder" | "job" | "window" | "other" };

/** Every process that carries a mark in its environment and is not merely waiting to be reaped. */
export function processesOf(mark: string): readonly MarkedProcess[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    const environment = read(`/proc/${name}/environ`);
    if (!environment.split("\0").includes(mark) || /^\d+ \(.*\) Z/s.test(read(`/proc/${name}/stat`))) return [];
    const command = read(`/proc/${name}/cmdline`).split("\0").join(" ");
    return [{ pid: Number(name), kind: kindOf(command) }];
  });
}

function kindOf(command: string): MarkedProcess["kind"] {
  if (/engine\/main\.ts/.test(command)) return "engine";
  if (/runner\/holder\.ts/.test(command)) return "holder";
  if (/(train|score)\.py --job/.test(command)) return "job";
  return /window\.ts/.test(command) ? "window" : "other";
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // It ended while we looked, or belongs to somebody else.
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(errorCode(error))) return "";
    throw error;
  }
}
