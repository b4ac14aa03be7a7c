import { formatProblem, type LabError } from "../domain/errors.ts";
import { labErrorIn } from "../engine/client/lab-error.ts";
import { exitCodeOf, type ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** Says what went wrong and what to do; a bug is thrown on. Returns the exit code. */
export function reportFailure(error: unknown, terminal: Terminal, json: boolean): ExitCode {
  const expected = labErrorIn(error);
  if (expected === null) throw error;
  if (json) terminal.out(failureJson(expected));
  for (const line of failureLines(expected)) terminal.err(`${line}\n`);
  return exitCodeOf(expected.code);
}

/** A failure as the one line of JSON that takes the result's place. */
export function failureJson({ code, message, problems }: LabError): string {
  return `${JSON.stringify({ error: { code, message, problems } })}\n`;
}

/** Every problem on its own line; the message where there is none. */
export function failureLines(error: LabError): readonly string[] {
  return error.problems.length > 0 ? error.problems.map(formatProblem) : [error.message];
}
