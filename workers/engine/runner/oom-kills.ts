import { readFileSync } from "node:fs";
import { errorCode } from "../error-code.ts";

/** How often the kernel's out-of-memory killer has struck since the boot, or null where the kernel does not say. */
export function countOomKills(): number | null {
  try {
    return oomKillsIn(readFileSync("/proc/vmstat", "utf8"));
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "EACCES") return null;
    throw error;
  }
}

export function oomKillsIn(vmstat: string): number | null {
  const count = /^oom_kill (\d+)$/m.exec(vmstat)?.[1];
  return count === undefined ? null : Number(count);
}
