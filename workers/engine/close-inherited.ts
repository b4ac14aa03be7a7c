import { closeSync, readdirSync, readFileSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** The close-on-exec flag in the octal `flags` of /proc/self/fdinfo (Linux, all architectures Node runs on). */
const closeOnExec = 0o2000000;

/**
 * Closes what this process was handed by whoever started it and would hand on to the engine. Electron leaves files and
 * pipes open in its children, and an engine outlives the window: holding the window's pipes, it would keep everyone
 * waiting who waits for the window to end. Node opens its own descriptors close-on-exec, and marks what it inherits
 * up to the first gap above 15; the rest has no mark, and is what this closes.
 */
export function closeInherited(): void {
  for (const fd of openDescriptors()) if (fd > 2 && survivedExec(fd)) closeSync(fd);
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return []; // no /proc: nothing can be told apart
    throw error;
  }
}

function survivedExec(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false; // it was the listing itself
    throw error;
  }
}
