import type { Problem } from "../domain/errors.ts";

/** Text, or the problem that says on which line the bytes are not UTF-8. A byte order mark is dropped. */
export type Utf8Read = { readonly kind: "text"; readonly text: string } | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/** Reads bytes that must be UTF-8. */
export function decodeUtf8(bytes: Uint8Array, file: string): Utf8Read {
  const text = decode(bytes);
  return text === null ? { kind: "problems", problems: [notUtf8(bytes, file)] } : { kind: "text", text };
}

function notUtf8(bytes: Uint8Array, file: string): Problem {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return {
    file,
    line: wide ? 1 : firstBadLine(bytes),
    column: null,
    field: "",
    message: wide ? "The file is UTF-16, not UTF-8." : "The file is not UTF-8.",
    fix: "Save it again with the encoding UTF-8.",
  };
}

/** A line feed byte is never part of a longer UTF-8 character, so lines can be judged one by one. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    if (decode(bytes.subarray(start, end < 0 ? bytes.length : end)) === null) return line;
    if (end < 0) break;
    line++;
    start = end + 1;
  }
  return line;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
