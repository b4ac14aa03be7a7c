import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";

/**
 * Makes a folder and those above it. Node's own `recursive` never returns where a folder is there but nothing can be
 * made in it and the system calls that ENOENT (/proc).
 */
export function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST" && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}
