import type { GpuReading, PowerField } from "./smi-row.ts";
import { parseLine, queryOf } from "./smi-row.ts";
import type { RunSmi, SmiProcess } from "./run-smi.ts";
import { failureOf, hung, type SmiEnd, type SmiFailure } from "./smi-failure.ts";

/** What is handed in so that the sampler can be tested in simulated time. */
export type SamplerRim = {
  readonly run: RunSmi;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
};

export type SamplerOptions = { readonly periodMs: number; readonly onReading: (reading: GpuReading, atMs: number) => void };

/** How the sampler stands. */
export type SamplerState =
  | { readonly kind: "starting" }
  | { readonly kind: "reading"; readonly mode: "loop" | "single"; readonly power: PowerField }
  | { readonly kind: "failing"; readonly failure: SmiFailure };

export type Sampler = { readonly state: () => SamplerState; readonly close: () => void };

const silenceMs = 5_000;
const badRowsInALoop = 3;
const absentPauseMs = 30_000;
const loopAgainMs = 10_000;

/**
 * Reads the GPUs twice a second. A single call first, because it fails clearly; then the cheap loop. A loop that ends,
 * falls silent or only reports errors is replaced by single calls, and tried again later. Calls never overlap: a call
 * that hangs is killed after five seconds, and the next one waits until the system has let go of it.
 */
export function startSampler(rim: SamplerRim, options: SamplerOptions): Sampler {
  let state: SamplerState = { kind: "starting" };
  let power: PowerField = "power.draw.instant";
  let closed = false;
  let process: SmiProcess | null = null;
  let cancelTimer: () => void = () => undefined;
  let loopNotBefore = 0;

  const schedule = (ms: number, work: () => void): void => {
    cancelTimer();
    if (!closed) cancelTimer = rim.later(ms, work);
  };
  const take = (line: string, mode: "loop" | "single"): "good" | "bad" | "none" => {
    const parsed = parseLine(line);
    if (parsed.kind === "empty") return "none";
    if (parsed.kind === "remark") return "bad";
    state = { kind: "reading", mode, power };
    options.onReading(parsed.reading, rim.now());
    return Object.values(parsed.reading).some((cell) => typeof cell === "object" && cell.kind === "value") ? "good" : "bad";
  };

  const single = (): void => {
    let good = false;
    let timedOut = false;
    process = rim.run(query(power), {
      onLine: (line) => {
        if (!timedOut && take(line, "single") === "good") good = true;
      },
      onEnd: (end) => {
        process = null;
        afterSingle(end, timedOut ? "hung" : good ? "good" : "bad");
      },
    });
    schedule(silenceMs, () => {
      timedOut = true;
      state = { kind: "failing", failure: hung };
      process?.kill();
    });
  };
  const afterSingle = (end: SmiEnd, result: "hung" | "good" | "bad"): void => {
    if (closed) return;
    if (result === "good") return rim.now() >= loopNotBefore ? loop() : schedule(options.periodMs, single);
    if (result === "bad" && (end.exitCode !== 0 || state.kind !== "reading")) {
      const failure = failureOf(end);
      if (failure.kind === "bad-field" && power === "power.draw.instant") {
        power = "power.draw";
        return single();
      }
      state = { kind: "failing", failure };
    }
    const absent = state.kind === "failing" && state.failure.kind === "absent";
    schedule(absent ? absentPauseMs : options.periodMs, single);
  };

  const loop = (): void => {
    let badRows = 0;
    const giveUp = (): void => {
      loopNotBefore = rim.now() + loopAgainMs;
      process?.kill();
    };
    const watch = (): void =>
      schedule(silenceMs, () => {
        state = { kind: "failing", failure: hung };
        giveUp();
      });
    process = rim.run([...query(power), "-lms", String(options.periodMs)], {
      onLine: (line) => {
        const kind = take(line, "loop");
        if (kind === "none") return;
        badRows = kind === "good" ? 0 : badRows + 1;
        if (badRows >= badRowsInALoop) giveUp();
        else watch();
      },
      onEnd: () => {
        process = null;
        loopNotBefore = Math.max(loopNotBefore, rim.now() + loopAgainMs);
        if (!closed) schedule(0, single);
      },
    });
    watch();
  };

  single();
  return {
    state: () => state,
    close: () => {
      closed = true;
      cancelTimer();
      process?.kill();
    },
  };
}

function query(power: PowerField): readonly string[] {
  return [`--query-gpu=${queryOf(power)}`, "--format=csv,noheader,nounits"];
}
