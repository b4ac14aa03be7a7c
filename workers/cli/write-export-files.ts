import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LabError } from "../domain/errors.ts";
import { makeFolder } from "../engine/make-folder.ts";
import { fileError } from "../engine/write-file.ts";

/** Writes files into a folder, made where it is not there; returns their names. */
export function writeExportFiles(folder: string, files: readonly { readonly name: string; readonly base64: string }[]): readonly string[] {
  for (const { name, base64 } of files) {
    if (basename(name) !== name || name.startsWith(".")) throw new LabError("damaged", `The engine named a file ${name}, which is no name inside a folder.`);
    write(folder, name, base64);
  }
  return files.map((file) => file.name);
}

function write(folder: string, name: string, base64: string): void {
  const path = join(folder, name);
  try {
    makeFolder(folder, 0o777);
    writeFileSync(path, Buffer.from(base64, "base64"));
  } catch (error) {
    throw fileError(error, path);
  }
}
