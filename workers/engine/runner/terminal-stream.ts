import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import type { TerminalChunk } from "../../contract/views.ts";
import { watchFolder } from "./watch-file.ts";

export type TerminalSource = { readonly path: string; readonly offset: number; readonly isOver: () => boolean };

const chunkBytes = 64 * 1024;
/** Someone who opens the terminal of a long job wants its end, not its first hour. */
const mostHistory = 512 * 1024;

/** What a job printed from an offset on, and what it prints as long as it runs. */
export async function* terminalStream({ path, offset: wanted, isOver }: TerminalSource, signal: AbortSignal): AsyncGenerator<TerminalChunk> {
  let offset = startOffset(path, wanted);
  if (!existsSync(dirname(path)) && isOver()) return;
  let wake: () => void = () => undefined;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unwatch = watchFolder(dirname(path), () => wake());
  const abort = (): void => wake();
  signal.addEventListener("abort", abort);
  try {
    while (!signal.aborted) {
      // Asked before reading: what a job printed last is there before it counts as ended.
      const over = isOver();
      const chunk = readChunk(path, offset);
      if (chunk !== null) {
        offset = chunk.offset;
        yield chunk;
      } else if (over) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unwatch();
    signal.removeEventListener("abort", abort);
  }
}

function startOffset(path: string, wanted: number): number {
  if (!existsSync(path)) return 0;
  const size = withFile(path, (file) => fstatSync(file).size);
  const offset = wanted > size ? 0 : wanted;
  return Math.max(offset, size - mostHistory);
}

function readChunk(path: string, offset: number): TerminalChunk | null {
  if (!existsSync(path)) return null;
  return withFile(path, (file) => {
    const buffer = Buffer.alloc(chunkBytes);
    const length = wholeCharacters(buffer, readSync(file, buffer, 0, chunkBytes, offset));
    return length === 0 ? null : { offset: offset + length, text: buffer.toString("utf8", 0, length) };
  });
}

/** Bytes up to the last complete UTF-8 character, so that a chunk never ends in half of one. */
export function wholeCharacters(buffer: Buffer, length: number): number {
  for (let back = 1; back <= Math.min(4, length); back++) {
    const byte = buffer[length - back] ?? 0;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back >= needed ? length : length - back;
    }
  }
  return length;
}

function withFile<Result>(path: string, work: (file: number) => Result): Result {
  const file = openSync(path, "r");
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}
