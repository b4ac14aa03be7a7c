import { parseLine, type GpuReading, type PowerKind } from "./smi-row.ts";
import type { RunSmi, SmiProcess } from "./run-smi.ts";
import { failureOf, hung, type SmiEnd, type SmiFailure } from "./smi-failure.ts";
import { firstQuery, queryArgs, queryWithout, readingFields, refusedField, type SmiQuery } from "./smi-query.ts";

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
  | { readonly kind: "reading"; readonly mode: "loop" | "single"; /** Null where the newest row had no power. */ readonly power: PowerKind | null }
  | { readonly kind: "failing"; readonly failure: SmiFailure };

export type Sampler = { readonly state: () => SamplerState; readonly setPeriod: (periodMs: number) => void; readonly close: () => void };

const silenceMs = 5_000;
const badRowsInALoop = 3;
const absentPauseMs = 30_000;
const loopAgainMs = 10_000;

/**
 * Reads the GPUs once a period. A single call first, because it fails clearly; then the cheap loop. A loop that ends,
 * falls silent or only reports errors is replaced by single calls, and tried again later. Calls never overlap: a call
 * that hangs is killed after five seconds, and the next one waits until the system has let go of it.
 */
export function startSampler(rim: SamplerRim, options: SamplerOptions): Sampler {
  let state: SamplerState = { kind: "starting" };
  let query: SmiQuery = firstQuery;
  let closed = false;
  let process: SmiProcess | null = null;
  let cancelTimer: () => void = () => undefined;
  let loopNotBefore = 0;
  let periodMs = options.periodMs;
  let loopIsAnew = false;

  const schedule = (ms: number, work: () => void): void => {
    cancelTimer();
    if (!closed) cancelTimer = rim.later(ms, work);
  };
  const take = (line: string, mode: "loop" | "single"): "good" | "bad" | "none" => {
    const parsed = parseLine(line, query);
    if (parsed.kind === "empty") return "none";
    if (parsed.kind === "remark") return "bad";
    state = { kind: "reading", mode, power: parsed.reading.powerKind };
    options.onReading(parsed.reading, rim.now());
    return readingFields.some((field) => parsed.reading[field].kind === "value") ? "good" : "bad";
  };

  const single = (): void => {
    let good = false;
    let timedOut = false;
    process = rim.run(queryArgs(query), {
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
    if (result === "good") return rim.now() >= loopNotBefore ? loop() : schedule(periodMs, single);
    // Where many GPUs make a single call take longer than that, the loop may answer all the same.
    if (result === "hung") return schedule(periodMs, rim.now() >= loopNotBefore ? loop : single);
    if (end.exitCode !== 0 || state.kind !== "reading") {
      const failure = failureOf(end);
      const refused = failure.kind === "bad-field" ? refusedField(`${end.stderr}\n${end.stdout}`) : null;
      const without = refused === null ? null : queryWithout(query, refused);
      if (without !== null) {
        query = without;
        return single();
      }
      state = { kind: "failing", failure };
    }
    const absent = state.kind === "failing" && state.failure.kind === "absent";
    schedule(absent ? absentPauseMs : periodMs, single);
  };

  const loop = (): void => {
    let badRows = 0;
    const giveUp = (): void => {
      loopNotBefore = rim.now() + loopAgainMs;
      process?.kill();
    };
    const watch = (): void =>
      schedule(silenceMs + periodMs, () => {
        state = { kind: "failing", failure: hung };
        giveUp();
      });
    process = rim.run([...queryArgs(query), "-lms", String(periodMs)], {
      onLine: (line) => {
        const kind = take(line, "loop");
        if (kind === "none") return;
        badRows = kind === "good" ? 0 : badRows + 1;
        if (badRows >= badRowsInALoop) giveUp();
        else watch();
      },
      onEnd: () => {
        process = null;
        loopNotBefore = loopIsAnew ? 0 : Math.max(loopNotBefore, rim.now() + loopAgainMs);
        loopIsAnew = false;
        if (!closed) schedule(0, single);
      },
    });
    watch();
  };

  single();
  return {
    state: () => state,
    setPeriod: (wanted) => {
      if (wanted === periodMs) return;
      periodMs = wanted;
      if (state.kind !== "reading" || state.mode !== "loop") return;
      // The next loop is started with the new period as soon as this one is gone.
      loopIsAnew = true;
      process?.kill();
    },
    close: () => {
      closed = true;
      cancelTimer();
      process?.kill();
    },
  };
}
