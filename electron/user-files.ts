import { constants } from "node:fs";
import { mkdir, open, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FileRefusal, OpenedFile, SavedFile } from "../workers/contract/bridge.ts";

const largestFile = 262_144;

/** The text of an experiment file someone chose, or why it cannot be one. */
export async function readExperimentText(path: string): Promise<OpenedFile | FileRefusal> {
  const name = basename(path);
  try {
    // Without waiting for a pipe that nobody writes to.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return { refusal: `${name} is no plain file. Choose an experiment file.` };
      if (found.size > largestFile) return { refusal: `${name} has ${found.size} bytes; an experiment file has at most ${largestFile}.` };
      const text = decode(await file.readFile());
      return text === null ? { refusal: `${name} is not UTF-8 text. Save it as UTF-8 and open it again.` } : { name: path, text };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { refusal: `${name} cannot be read (${codeOf(error)}).` };
  }
}

/** Writes files into a folder someone chose; null, or why one could not be written. */
export async function writeInto(folder: string, files: readonly SavedFile[]): Promise<FileRefusal | null> {
  for (const { name, base64 } of files) {
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, basename(name)), Buffer.from(base64, "base64"));
    } catch (error) {
      return { refusal: `${basename(name)} cannot be written into ${folder} (${codeOf(error)}). Choose another folder, or free some space.` };
    }
  }
  return null;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
