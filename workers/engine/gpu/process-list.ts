import type { RunSmi, SmiProcess } from "./run-smi.ts";
import { allProcessesArgs, computeProcessesArgs, parseAllProcesses, parseComputeProcess, type GpuProcess } from "./smi-processes.ts";

export type ProcessListRim = {
  readonly run: RunSmi;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
  /** False while the GPUs cannot be read; a driver that hangs is not asked this as well. */
  readonly worthAsking: () => boolean;
};

/** Who held memory when it was last asked, and when that was; null before the first answer. */
export type ProcessList = { readonly latest: () => { readonly atMs: number; readonly processes: readonly GpuProcess[] } | null; readonly close: () => void };

const beatMs = 5_000;
const limitMs = 5_000;

/** Asks who holds memory every five seconds, which costs a hundred times what a reading does; one question at a time. */
export function followProcesses({ run, now, later, worthAsking }: ProcessListRim): ProcessList {
  let latest: ReturnType<ProcessList["latest"]> = null;
  let process: SmiProcess | null = null;
  let closed = false;
  let all = true;
  let callOff: () => void = () => undefined;
  const plan = (ms: number, work: () => void): void => {
    callOff();
    if (!closed) callOff = later(ms, work);
  };
  const ask = (): void => {
    if (!worthAsking()) return plan(beatMs, ask);
    const lines: string[] = [];
    process = run(all ? allProcessesArgs : computeProcessesArgs, {
      onLine: (line) => void lines.push(line),
      onEnd: ({ exitCode }) => {
        process = null;
        take(exitCode === 0 ? lines : null);
        plan(beatMs, ask);
      },
    });
    // The next question waits until the system has let go of this one.
    plan(limitMs, () => process?.kill());
  };
  const take = (lines: readonly string[] | null): void => {
    if (lines === null) return;
    const processes = all ? parseAllProcesses(lines.join("\n")) : lines.flatMap((line) => parseComputeProcess(line) ?? []);
    if (processes === null) all = false;
    else latest = { atMs: now(), processes };
  };
  plan(beatMs / 10, ask);
  return {
    latest: () => latest,
    close: () => {
      closed = true;
      callOff();
      process?.kill();
    },
  };
}
