import { assertNever } from "../../domain/assert-never.ts";
import type { JobEnd } from "../../domain/job.ts";
import { saysOutOfMemory } from "./out-of-memory.ts";

/** The job's own last line, if it could write one. */
export type LastWord = { readonly end: "done" | "failed" | "interrupted" | "out-of-memory"; readonly message: string; readonly traceback: string | null };

/** Everything that is known once a job's process is gone. */
export type Evidence = {
  readonly lastWord: LastWord | null;
  /** How the process ended, or null where nobody was there to see it. */
  readonly exit: { readonly exitCode: number; readonly signal: number | null; readonly oomKills: number | null } | null;
  /** True when a person asked for the stop. */
  readonly stopped: boolean;
  /** The end of what it printed, for a reason nobody wrote down. */
  readonly lastOutput: string;
};

/** What a job exits with when it could not even write down why (python/flipbook_worker/job.py). */
const exitCodes = { diskFull: 74, outOfMemory: 75, interrupted: 130 };

const signalNames: Readonly<Record<number, string>> = { 1: "SIGHUP", 2: "SIGINT", 4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 15: "SIGTERM" };

/** Decides how a job ended: its own last word counts, then how its process ended, then that it vanished. */
export function jobEndOf(evidence: Evidence): JobEnd {
  const { lastWord, exit, stopped } = evidence;
  if (lastWord !== null) return fromLastWord(lastWord);
  if (stopped) return { kind: "interrupted", message: "It was stopped by you." };
  if (exit === null) return { kind: "lost", message: "Its process is gone and left no last word, and no engine was there to see how it ended." };
  if (exit.signal !== null) return fromSignal(exit.signal, exit.oomKills);
  if (exit.exitCode === exitCodes.diskFull) return failed("The disk is full. Free some space and run it again.");
  if (exit.exitCode === exitCodes.outOfMemory) return { kind: "out-of-memory", message: "The job ran out of memory." };
  if (saysOutOfMemory(evidence.lastOutput)) return { kind: "out-of-memory", message: `The job ran out of memory: ${evidence.lastOutput.trim()}` };
  if (exit.exitCode === exitCodes.interrupted) return { kind: "interrupted", message: "It was interrupted from outside." };
  const output = evidence.lastOutput.trim();
  const said = output === "" ? "It printed nothing." : `The last it printed: ${output}`;
  return failed(`The process ended with exit code ${exit.exitCode} before it could say why. ${said}`);
}

function fromLastWord(word: LastWord): JobEnd {
  switch (word.end) {
    case "done":
      return { kind: "done" };
    case "failed":
      return { kind: "failed", message: word.message, traceback: word.traceback };
    case "out-of-memory":
      return { kind: "out-of-memory", message: word.message };
    case "interrupted":
      return { kind: "interrupted", message: word.message };
    default:
      return assertNever(word.end);
  }
}

function fromSignal(signal: number, oomKills: number | null): JobEnd {
  const name = signalNames[signal] ?? "a signal";
  if (signal === 9 && oomKills !== null && oomKills > 0) {
    return { kind: "out-of-memory", message: "The system ran out of memory and killed the process (signal 9)." };
  }
  const byWhom = signal === 9 ? " Somebody or the system killed it from outside." : "";
  return failed(`The process was killed by signal ${signal} (${name}) before it could finish.${byWhom}`);
}

function failed(message: string): JobEnd {
  return { kind: "failed", message, traceback: null };
}
