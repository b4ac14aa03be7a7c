import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type LabDatabase } from "../database/open.ts";
import { LabError } from "../domain/errors.ts";
import { openLabFolder } from "./lab-folder.ts";
import { takeLabLock, type LabLock } from "./lock.ts";

/** A lab that is open: for writing under its lock, or for reading only. */
export type OpenLab = { readonly folder: string; readonly db: LabDatabase; readonly lock: LabLock | null };

/** Opens a lab; where it cannot be written it is opened for reading, like with `readOnly`. */
export function openLab(named: string, wantReadOnly: boolean): OpenLab {
  const { path: folder, writable } = openLabFolder(named);
  const file = join(folder, "lab.sqlite");
  if (wantReadOnly || !writable) return { folder, db: openForReading(file, folder), lock: null };
  const lock = takeLabLock(folder);
  try {
    return { folder, db: openDatabase(file), lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openForReading(file: string, folder: string): LabDatabase {
  if (!existsSync(file)) throw new LabError("no-access", `${folder} cannot be written and holds no lab that you may read. Choose another folder with --lab.`);
  return openDatabase(file, { readOnly: true });
}
