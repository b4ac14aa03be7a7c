import type { LabErrorCode } from "../domain/errors.ts";

/** What a script can tell from the way a command ended. */
export const exitCodes = { ok: 0, failedRuns: 1, badInput: 2, unavailable: 3, conflict: 4, cancelled: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The codes in words, for `--help`. */
export const exitCodesHelp = `
Exit codes:
  0    everything asked for is done
  1    at least one run failed, was lost or was cancelled by someone else, or the command failed
  2    bad input: a file, an option or a name that needs correcting
  3    the engine or something it needs cannot be reached or opened
  4    a state that forbids it (another engine, a job that has ended)
  130  you cancelled it`;

/** The exit code of an expected failure. */
export function exitCodeOf(code: LabErrorCode): ExitCode {
  switch (code) {
    case "bad-input":
    case "not-found":
    case "invalid-comparison":
    case "missing-base":
      return exitCodes.badInput;
    case "conflict":
      return exitCodes.conflict;
    case "cancelled":
      return exitCodes.cancelled;
    case "job-failed":
    case "no-space":
      return exitCodes.failedRuns;
    case "read-only":
    case "no-access":
    case "damaged":
    case "newer-lab":
    case "missing-tool":
    case "unavailable":
      return exitCodes.unavailable;
  }
}
