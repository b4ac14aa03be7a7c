import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { LabError } from "../domain/errors.ts";
import { errorCode } from "./error-code.ts";

const pieceBytes = 1024 * 1024;

/** Bytes of a plain file, one more than `most` at the most, which is enough to see that it is too large. A pipe or a device, which may never end, is refused. */
export function readPlainFile(path: string, most: number): Uint8Array {
  return withFile(path, constants.O_RDONLY | constants.O_NONBLOCK, (file) => {
    if (!fstatSync(file).isFile()) throw new LabError("bad-input", `${path} cannot be read: it is no plain file.`);
    return readUpTo(file, most + 1);
  });
}

/** The same of whatever the path names, for someone who can interrupt a pipe that stays silent. */
export function readSomeOf(path: string, most: number): Uint8Array {
  return withFile(path, constants.O_RDONLY, (file) => readUpTo(file, most + 1));
}

function withFile(path: string, flags: number, read: (file: number) => Uint8Array): Uint8Array {
  try {
    const file = openSync(path, flags);
    try {
      return read(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof LabError) throw error;
    throw new LabError("bad-input", `${path} cannot be read (${errorCode(error)}).`, { cause: error });
  }
}

function readUpTo(file: number, most: number): Uint8Array {
  const pieces: Buffer[] = [];
  for (let total = 0; total < most; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, most - total));
    const read = readSync(file, piece, 0, piece.length, null);
    if (read === 0) break;
    pieces.push(piece.subarray(0, read));
    total += read;
  }
  return Buffer.concat(pieces);
}
