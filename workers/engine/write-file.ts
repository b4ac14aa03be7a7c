import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { LabError } from "../domain/errors.ts";
import { errorCode } from "./error-code.ts";
import { makeFolder } from "./make-folder.ts";

/** Writes a file so that it is there whole or not at all; only its owner may read it. */
export function writeFileWhole(path: string, text: string): void {
  const draft = `${path}.new`;
  try {
    makeFolder(dirname(path), 0o700);
    writeSynced(draft, text);
    renameSync(draft, path);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    throw fileError(error, path);
  }
}

/** What a failure to write means to the person who asked for it; anything else is a bug and stays what it is. */
export function fileError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new LabError("no-space", `There is no space left to write ${path}. Free some and try again; nothing was changed.`, { cause: error });
  }
  const look = looks[code];
  return look === undefined ? error : new LabError("no-access", `${path} cannot be written (${code}). ${look}`, { cause: error });
}

const owner = "Check who owns the folder.";
const inTheWay = "Something else lies where it or its folder belongs.";
const looks: Readonly<Record<string, string>> = { EACCES: owner, EPERM: owner, EROFS: owner, ENOTDIR: inTheWay, EISDIR: inTheWay, EEXIST: inTheWay, ENOENT: inTheWay, ENAMETOOLONG: "Its name is too long." };

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
