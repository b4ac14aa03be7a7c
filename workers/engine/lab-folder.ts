import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { LabError } from "../domain/errors.ts";
import { errorCode } from "./error-code.ts";
import { makeFolder } from "./make-folder.ts";

/** A lab folder that exists, by its real path; `writable` false on a read-only file system or without permission. */
export type LabFolder = { readonly path: string; readonly writable: boolean };

/** The folder a lab lives in where none is named: $FLIPBOOK_LAB, else ~/Flipbook. */
export function defaultLabFolder(env: NodeJS.ProcessEnv): string {
  return env["FLIPBOOK_LAB"] ?? join(homedir(), "Flipbook");
}

/** Creates the folder for its owner alone where it is not there yet, and resolves links so that one lab has one name. */
export function openLabFolder(named: string): LabFolder {
  const wanted = resolve(named);
  try {
    makeFolder(wanted, 0o700);
  } catch (error) {
    const code = errorCode(error);
    const why = code === "EEXIST" ? `${wanted} is a file, and a lab needs a folder.` : `The lab folder ${wanted} cannot be made (${code}).`;
    throw new LabError("no-access", `${why} Choose another with --lab.`, { cause: error });
  }
  const path = realpathSync(wanted);
  return { path, writable: isWritable(path) };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "EROFS" || code === "EACCES" || code === "EPERM") return false;
    throw error;
  }
}

/** What stays the same while a folder lies where it is, and differs once it was moved away and made anew; null where there is none. */
export function folderIdentity(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
