import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const bytesLooked = 4096;
const linesKept = 3;
const lettersKept = 500;

/** The last lines of a file for a sentence, without a terminal's control sequences. */
export function readLastLines(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, bytesLooked));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return lastLines(buffer.toString("utf8"));
  } finally {
    closeSync(file);
  }
}

// Colours, cursor moves and carriage returns are for a terminal, not for a sentence.
const controls = /\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007|[^\P{Cc}\n\r]/gu;

export function lastLines(text: string): string {
  const lines = text.replace(controls, "").split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "").slice(-linesKept).join(" / ").slice(-lettersKept);
}
