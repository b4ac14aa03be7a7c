import pc from "picocolors";
import { errorCode } from "../engine/error-code.ts";

/** Where a command writes. Results go to `out`, everything about how it goes to `err`; both are told whether a person watches. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** True where lines can be drawn over. */
  readonly live: boolean;
  /** Columns and rows as they are now; the window may be resized. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly colours: ReturnType<typeof pc.createColors>;
};

export function processTerminal(json: boolean): Terminal {
  const stream = json ? process.stderr : process.stdout;
  // Not a terminal reads as undefined, which the colours would take for "find out yourself".
  const isTerminal = Boolean(stream.isTTY) && process.env["TERM"] !== "dumb";
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    live: isTerminal,
    size: () => ({ columns: stream.columns || 100, rows: stream.rows || 24 }),
    colours: pc.createColors(isTerminal && process.env["NO_COLOR"] === undefined),
  };
}

/**
 * A reader that has seen enough (`| head`) must not end a command half-way. Any other trouble with the output, such as a
 * full disk, is told, since a result that nobody could keep must not pass for one.
 */
export function surviveOutput(onTrouble: (message: string) => void): void {
  const isClosed = (error: unknown): boolean => ["EPIPE", "EIO"].includes(errorCode(error));
  process.stdout.on("error", (error: unknown) => {
    if (!isClosed(error)) onTrouble(`Standard output cannot be written (${errorCode(error)}).`);
  });
  process.stderr.on("error", () => undefined);
}
