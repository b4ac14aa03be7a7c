import { closeSync, openSync, writeSync } from "node:fs";
import { errorCode } from "../error-code.ts";

/** Output of a job as it is appended to its `terminal.log`. */
export type TerminalLog = { readonly write: (text: string) => void; readonly close: () => void };

/** A job that prints without end must not fill the disk. */
const largestLog = 64 * 1024 * 1024;
const flushMs = 12;

/** Collects output for a few milliseconds, then appends it; a full disk costs output, never the job. */
export function openTerminalLog(path: string): TerminalLog {
  const file = openSync(path, "a", 0o600);
  let pending = "";
  let written = 0;
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    const text = pending;
    pending = "";
    if (text === "" || written > largestLog) return;
    written += Buffer.byteLength(text);
    append(file, written > largestLog ? `${text}\r\n[the terminal log ends here: it has reached 64 MiB]\r\n` : text);
  };
  return {
    write: (text) => {
      pending += text;
      timer ??= setTimeout(flush, flushMs);
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
      flush();
      closeSync(file);
    },
  };
}

function append(file: number, text: string): void {
  try {
    writeSync(file, text);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOSPC" && code !== "EDQUOT" && code !== "EIO") throw error;
  }
}
