import { readdirSync, readFileSync } from "node:fs";
import { errorCode } from "../error-code.ts";
import { statFields } from "../runner/process-identity.ts";

/** Memory and processor time of a session's processes together. */
export type Usage = { readonly rssMib: number; readonly cpuSeconds: number };

const pageMib = 4096 / 1024 / 1024;
const ticksPerSecond = 100;

/** Sums over the process trees of jobs, which lead their own sessions; empty where there is no /proc. */
export function usageBySession(sessions: ReadonlySet<number>): ReadonlyMap<number, Usage> {
  const sums = new Map<number, Usage>();
  if (sessions.size === 0) return sums;
  for (const name of listProcesses()) {
    const found = readUsage(name);
    if (found === null || !sessions.has(found.session)) continue;
    const sum = sums.get(found.session) ?? { rssMib: 0, cpuSeconds: 0 };
    sums.set(found.session, { rssMib: sum.rssMib + found.rssMib, cpuSeconds: sum.cpuSeconds + found.cpuSeconds });
  }
  return sums;
}

/** Session, memory and time in a `/proc/PID/stat` line (fields 6, 24, 14 and 15). */
export function usageIn(stat: string): (Usage & { readonly session: number }) | null {
  const fields = statFields(stat);
  const [session, user, system, pages] = [3, 11, 12, 21].map((index) => Number(fields[index]));
  if (session === undefined || user === undefined || system === undefined || pages === undefined || Number.isNaN(session + user + system + pages)) return null;
  return { session, rssMib: pages * pageMib, cpuSeconds: (user + system) / ticksPerSecond };
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function readUsage(name: string): (Usage & { readonly session: number }) | null {
  try {
    return usageIn(readFileSync(`/proc/${name}/stat`, "utf8"));
  } catch (error) {
    // It ended while we looked.
    if (["ENOENT", "ESRCH"].includes(errorCode(error))) return null;
    throw error;
  }
}
