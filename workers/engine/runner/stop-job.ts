import { errorCode } from "../error-code.ts";
import { isAlive, type ProcessIdentity } from "./process-identity.ts";

export type StopRim = { readonly later: (ms: number, work: () => void) => () => void; readonly signal: (identity: ProcessIdentity, name: StopSignal) => void };
export type StopSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

const termAfterMs = 3_000;
const killAfterMs = 8_000;

/** Asks a job to finish, then insists, then ends its whole process group. Returns a way to call it off. */
export function stopJob(identity: ProcessIdentity, { later, signal }: StopRim): () => void {
  signal(identity, "SIGINT");
  const calls = [later(termAfterMs, () => signal(identity, "SIGTERM")), later(killAfterMs, () => signal(identity, "SIGKILL"))];
  return () => {
    for (const cancel of calls) cancel();
  };
}

/** Signals the job's process group, but only while it is still the same process. */
export function signalGroup(identity: ProcessIdentity, name: StopSignal): void {
  if (!isAlive(identity)) return;
  try {
    process.kill(process.platform === "win32" ? identity.pid : -identity.pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}
