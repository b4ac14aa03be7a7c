import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { Analysis, AnalysisMatrix, AnalysisOptions, Comparison } from "../domain/analysis/analysis.ts";
import type { ColumnSet } from "../domain/analysis/compare.ts";
import { LabError } from "../domain/errors.ts";
import type { Sum, SumResult } from "./statistics-thread.ts";

/** The statistics of the lab, worked out in a thread of their own so that nothing waits for them. */
export type Statistics = {
  readonly analyse: (matrix: AnalysisMatrix, options: AnalysisOptions, signal: AbortSignal) => Promise<Analysis>;
  readonly compare: (a: ColumnSet, b: ColumnSet, setup: AnalysisOptions & { readonly items: number }) => Promise<Comparison>;
  readonly close: () => void;
};

type Answer = Exclude<SumResult, { kind: "error" }>;
type Work = { readonly key: string; readonly sum: Sum; readonly promise: Promise<Answer>; readonly settle: (result: Answer | Error) => void; waiting: number };

/** Results kept; the key is the data itself, so that a result can never be out of date. */
const mostKept = 64;

export function createStatistics(): Statistics {
  const kept = new Map<string, Promise<Answer>>();
  const open: Work[] = [];
  let running: Work | null = null;
  let thread: Worker | null = null;

  const next = (): void => {
    const [work] = open;
    if (work === undefined || running !== null) return;
    running = work;
    thread ??= listenTo(startThread());
    thread.postMessage(work.sum);
  };
  const listenTo = (started: Worker): Worker => {
    started.on("message", (result: SumResult) => done(result.kind === "error" ? new Error(result.message) : result));
    started.on("error", (error) => {
      thread = null;
      done(error instanceof Error ? error : new Error(String(error)));
    });
    return started;
  };
  const done = (result: Answer | Error): void => {
    if (running === null) return;
    const work = leave(running);
    if (result instanceof Error) kept.delete(work.key);
    work.settle(result);
    next();
  };
  const leave = (work: Work): Work => {
    open.splice(open.indexOf(work), 1);
    if (running === work) running = null;
    return work;
  };
  /** Arithmetic cannot be interrupted from outside: its thread is ended, and the next piece gets a new one. */
  const drop = (work: Work): void => {
    if (!open.includes(work)) return;
    if (running === work) endThread();
    kept.delete(leave(work).key);
    work.settle(cancelled());
    next();
  };
  const endThread = (): void => {
    thread?.removeAllListeners();
    void thread?.terminate();
    thread = null;
  };

  const ask = (sum: Sum, signal: AbortSignal | null): Promise<Answer> => {
    if (signal?.aborted === true) return Promise.reject(cancelled());
    const key = createHash("sha256").update(JSON.stringify(sum)).digest("hex");
    const present = open.find((work) => work.key === key);
    const known = kept.get(key);
    if (present === undefined && known !== undefined) return known;
    const work = present ?? createWork(key, sum);
    if (present === undefined) {
      open.push(work);
      keep(kept, key, work.promise);
      next();
    }
    work.waiting++;
    return signal === null ? work.promise : untilAborted(work, signal, () => {
      if (--work.waiting === 0) drop(work);
    });
  };

  return {
    analyse: async (matrix, options, signal) => {
      const answer = await ask({ kind: "analysis", matrix, options }, signal);
      if (answer.kind !== "analysis") throw new Error("the statistics thread answered something else");
      return answer.analysis;
    },
    compare: async (a, b, setup) => {
      const answer = await ask({ kind: "comparison", a, b, setup }, null);
      if (answer.kind !== "comparison") throw new Error("the statistics thread answered something else");
      return answer.comparison;
    },
    close: () => {
      endThread();
      running = null;
      for (const work of open.splice(0)) work.settle(cancelled());
    },
  };
}

/** The bundle lies beside its thread's bundle, the source beside its thread's source. */
function startThread(): Worker {
  const thread = new Worker(new URL(import.meta.url.endsWith(".ts") ? "./statistics-thread.ts" : "./statistics-thread.mjs", import.meta.url));
  // An idle thread must not keep a program alive that has nothing else to do.
  thread.unref();
  return thread;
}

function createWork(key: string, sum: Sum): Work {
  let settle: Work["settle"] = () => undefined;
  const promise = new Promise<Answer>((resolve, reject) => {
    settle = (result) => (result instanceof Error ? reject(result) : resolve(result));
  });
  // Whoever asked hears of a failure through its own promise; this one may have nobody left.
  promise.catch(() => undefined);
  return { key, sum, promise, settle, waiting: 0 };
}

function untilAborted(work: Work, signal: AbortSignal, onAbort: () => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      onAbort();
      reject(cancelled());
    };
    signal.addEventListener("abort", abort, { once: true });
    work.promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function keep(kept: Map<string, Promise<Answer>>, key: string, promise: Promise<Answer>): void {
  kept.set(key, promise);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
}

function cancelled(): LabError {
  return new LabError("cancelled", "The analysis was called off.");
}
