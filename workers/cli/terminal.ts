import pc from "picocolors";

/** Where a command writes. Results go to `out`, everything about how it goes to `err`; both are told whether a person watches. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** True where lines can be drawn over. */
  readonly live: boolean;
  readonly width: number;
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
    width: stream.columns || 100,
    colours: pc.createColors(isTerminal && process.env["NO_COLOR"] === undefined),
  };
}
