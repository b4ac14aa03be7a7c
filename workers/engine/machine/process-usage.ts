import { readdirSync, readFileSync } from "node:fs";
import { errorCode } from "../error-code.ts";
import { statFields } from "../runner/process-identity.ts";

/** Memory and processor time of a session's processes together. */
export type Usage = { readonly rssMib: number; readonly cpuSeconds: number };

const pageMib = 4096 / 1024 / 1024;
const ticksPerSecond = 100;

/** Session, memory and time in a `/proc/PID/stat` line (fields 6, 24, 14 and 15). */
export function usageIn(stat: string): (Usage & { readonly session: number }) | null {
  const fields = statFields(stat);
  const [session, user, system, pages] = [3, 11, 12, 21].map((index) => Number(fields[index]));
  if (session === undefined || user === undefined || system === undefined || pages === undefined || Number.isNaN(session + user + system + pages)) return null;
  return { session, rssMib: pages * pageMib, cpuSeconds: (user + system) / ticksPerSecond };
}

/** Every process by its number; empty where there is no /proc. */
export function listProcesses(): readonly string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** What a process takes, and whose session it belongs to; null where it is gone. */
export function readUsage(name: string): (Usage & { readonly session: number }) | null {
  try {
    return usageIn(readFileSync(`/proc/${name}/stat`, "utf8"));
  } catch (error) {
    // It ended while we looked.
    if (["ENOENT", "ESRCH"].includes(errorCode(error))) return null;
    throw error;
  }
}

/** The session that a process belongs to, which is its job's where a job started it; null where it is gone. */
export function sessionOf(pid: number): number | null {
  return readUsage(String(pid))?.session ?? null;
}
