import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { LabError } from "../domain/errors.ts";
import { errorCode } from "./error-code.ts";

/** Writes a file so that it is there whole or not at all; only its owner may read it. */
export function writeFileWhole(path: string, text: string): void {
  const draft = `${path}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeSynced(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw fileError(error, path);
  }
}

/** What a failure to write means to the person who asked for it. */
export function fileError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new LabError("no-space", `There is no space left to write ${path}. Free some and try again; nothing was changed.`, { cause: error });
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new LabError("no-access", `${path} cannot be written (${code}). Check who owns the folder.`, { cause: error });
  }
  return error;
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, "w", 0o600);
  try {
    const bytes = Buffer.from(text, "utf8");
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
