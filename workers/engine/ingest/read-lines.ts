import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";

/** Complete lines of a file from a byte offset on, and the offset behind them. */
export type LinePiece = { readonly lines: readonly string[]; readonly nextOffset: number };

/** How much is read at once, and so how much goes into one transaction. */
const pieceBytes = 4 * 1024 * 1024;

/** A line longer than this is no worker's line; it is handed over as it is and found to be bad. */
const longestLineBytes = 32 * 1024 * 1024;

/** Size of a file in bytes; 0 where there is none yet. */
export function fileSize(path: string): number {
  if (!existsSync(path)) return 0;
  return withFile(path, (file) => fstatSync(file).size);
}

/** The next complete lines, or null where nothing complete follows the offset. A line still being written stays for later. */
export function readLines(path: string, offset: number): LinePiece | null {
  return existsSync(path) ? withFile(path, (file) => readPiece(file, offset)) : null;
}

function readPiece(file: number, offset: number): LinePiece | null {
  const left = fstatSync(file).size - offset;
  for (let wanted = pieceBytes; left > 0; wanted *= 4) {
    const bytes = readBytes(file, offset, Math.min(wanted, left));
    const end = bytes.lastIndexOf(10) + 1;
    if (end > 0) return { lines: bytes.toString("utf8", 0, end - 1).split("\n"), nextOffset: offset + end };
    if (bytes.length >= longestLineBytes) return { lines: [bytes.toString("utf8", 0, 100)], nextOffset: offset + bytes.length };
    if (bytes.length >= left) return null;
  }
  return null;
}

function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, offset + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function withFile<Result>(path: string, work: (file: number) => Result): Result {
  const file = openSync(path, "r");
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}
