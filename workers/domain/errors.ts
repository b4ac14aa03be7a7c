/** What can go wrong in an expected way; each code has one meaning everywhere (window, command line, HTTP). */
export type LabErrorCode =
  | "bad-input" // a file or form the user can correct; `where` names the place
  | "not-found"
  | "conflict" // another engine, a duplicate, a state that forbids it
  | "invalid-comparison" // different task or path
  | "read-only"
  | "no-space"
  | "no-access" // a folder or file that cannot be read or written
  | "damaged" // a database or artifact that fails its check
  | "newer-lab" // written by a newer Flipbook
  | "missing-base" // the base model is not there
  | "missing-tool" // Python, a package, nvidia-smi, llama-server
  | "job-failed"
  | "cancelled"
  | "unavailable"; // the engine cannot be reached

/** One problem in a file the user wrote: file, line and column (1-based), field path, sentence, and how to fix it. */
export type Problem = {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly field: string;
  readonly message: string;
  readonly fix: string;
};

/** An expected failure: a code, a sentence that says what to do, and the problems or the cause behind it. */
export class LabError extends Error {
  readonly code: LabErrorCode;
  readonly problems: readonly Problem[];

  constructor(code: LabErrorCode, message: string, more: { readonly cause?: unknown; readonly problems?: readonly Problem[] } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "LabError";
    this.code = code;
    this.problems = more.problems ?? [];
  }
}

/** One problem as one line: `file:line:column field: message. fix`. */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(":");
  const field = problem.field === "" ? "" : ` ${problem.field}:`;
  return `${place}${field} ${problem.message} ${problem.fix}`.trim();
}
