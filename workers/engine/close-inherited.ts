import { closeSync, readdirSync, readFileSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** The close-on-exec flag in the octal `flags` of /proc/self/fdinfo (Linux, all architectures Node runs on). */
const closeOnExec = 0o2000000;

/**
 * Closes what this process was left holding by whoever started it. Electron opens files and pipes that its children
 * inherit; an engine outlives the window, and with them it would keep the window's own pipes open for ever.
 * Node opens everything of its own close-on-exec, so whatever lacks the flag at the start came from outside.
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
