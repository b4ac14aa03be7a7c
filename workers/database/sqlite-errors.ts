import { LabError } from "../domain/errors.ts";

/** What SQLite's result codes mean to the person at the window; anything else is a bug and stays one. */
export function labErrorOf(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  if (code === "SQLITE_FULL" || code === "ENOSPC") {
    return new LabError("no-space", `The disk that holds ${file} is full. Free some space and try again; nothing was half written.`, { cause: error });
  }
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") return damaged(file, error);
  if (code === "SQLITE_CANTOPEN" || code === "SQLITE_PERM" || code === "SQLITE_AUTH" || code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new LabError("no-access", `${file} cannot be opened. Check that its folder exists and that you may read and write it.`, { cause: error });
  }
  if (code.startsWith("SQLITE_IOERR")) {
    return new LabError("no-access", `${file} could not be read or written: the disk reported an error (${code}).`, { cause: error });
  }
  if (code.startsWith("SQLITE_READONLY")) {
    return new LabError("read-only", `${file} is open for reading only, so nothing can be changed.`, { cause: error });
  }
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new LabError("conflict", `Another program is writing to ${file}. Close it, or wait and try again.`, { cause: error });
  }
  return error;
}

/** The error of a file that is no sound database, with the two ways back. */
export function damaged(file: string, cause: unknown): LabError {
  return new LabError(
    "damaged",
    `${file} is damaged. Copies made before each upgrade lie in the folder "backups" beside it; put the newest in its place. ` +
      `Without one, move the file away and start again: every run's results are rebuilt from its folder in "runs".`,
    { cause },
  );
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
