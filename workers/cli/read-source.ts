import { resolve } from "node:path";
import { LabError } from "../domain/errors.ts";
import { programFolders } from "../engine/program-folders.ts";
import { readSomeOf } from "../engine/read-file.ts";

/** An experiment's text and where it is from. */
export type Source = { readonly yaml: string; readonly fileName: string; readonly isSample: boolean };

const largestFile = 262_144;

/** Reads an experiment file, or the sample's. */
export function readSource(file: string): Source {
  const isSample = file === "sample";
  const fileName = isSample ? resolve(programFolders(process.env).assets, "experiments", "sample.yaml") : resolve(file);
  return { yaml: readText(file, fileName), fileName, isSample };
}

function readText(file: string, fileName: string): string {
  const bytes = readBytes(fileName);
  if (bytes.length > largestFile) throw new LabError("bad-input", `${file} is larger than 256 KiB. An experiment file holds settings only; the items belong to a task.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new LabError("bad-input", `${file} is not UTF-8 text. Save it as UTF-8.`, { cause: error });
  }
}

function readBytes(fileName: string): Uint8Array {
  try {
    return readSomeOf(fileName, largestFile);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    throw new LabError("bad-input", `${error.message} Name an experiment file, or \`sample\`.`, { cause: error });
  }
}
