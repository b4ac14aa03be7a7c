import { readFileSync } from "node:fs";
import { errorCode } from "../error-code.ts";

/**
 * Which process is meant: a pid alone can be reused, so its start time (clock ticks since boot, field 22 of
 * /proc/PID/stat) and the boot's id belong to it. Both are null where there is no /proc; then the pid must do.
 */
export type ProcessIdentity = { readonly pid: number; readonly processStart: string | null; readonly bootId: string | null };

/** What the kernel says about a process, or null where there is none. */
type ProcessState = { readonly state: string; readonly start: string };

/** The identity of a process that runs now, or null where it is gone already. */
export function identify(pid: number): ProcessIdentity | null {
  if (process.platform !== "linux") return answersSignals(pid) ? { pid, processStart: null, bootId: null } : null;
  const found = readProcess(pid);
  return found === null || isOver(found) ? null : { pid, processStart: found.start, bootId: currentBootId() };
}

/** True while exactly this process runs: same pid, same start, same boot, and not merely waiting to be reaped. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.bootId !== null && identity.bootId !== currentBootId()) return false;
  if (process.platform !== "linux") return answersSignals(identity.pid);
  const found = readProcess(identity.pid);
  if (found === null || isOver(found)) return false;
  return identity.processStart === null || identity.processStart === found.start;
}

/** The id of this boot, or null where the system has none to give. */
export function currentBootId(): string | null {
  return readOrNull("/proc/sys/kernel/random/boot_id")?.trim() ?? null;
}

/** Fields of a `/proc/PID/stat` line after the command, which may itself hold spaces and brackets; `[0]` is the state. */
export function statFields(text: string): readonly string[] {
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function readProcess(pid: number): ProcessState | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  if (text === null) return null;
  const fields = statFields(text);
  const [state] = fields;
  const start = fields[19];
  return state === undefined || start === undefined ? null : { state, start };
}

function isOver(found: ProcessState): boolean {
  return found.state === "Z" || found.state === "X";
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES") return null;
    throw error;
  }
}
