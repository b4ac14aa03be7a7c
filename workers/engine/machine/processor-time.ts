import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Time that all processors together were busy and that has passed for them, in seconds since some moment. */
export type ProcessorTime = { readonly busy: number; readonly all: number };

const ticksPerSecond = 100;

/** Read from /proc/stat where there is one, because asking for every processor's details costs milliseconds on large machines. */
export function readProcessorTime(): ProcessorTime {
  if (process.platform === "linux") return processorTimeIn(readFileSync("/proc/stat", "utf8"));
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0) / 1000;
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) / 1000 };
}

/** The first line of `/proc/stat`: user, nice, system, idle, iowait and the rest, in clock ticks. */
export function processorTimeIn(stat: string): ProcessorTime {
  const ticks = stat.slice(0, stat.indexOf("\n")).trim().split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
  return { all, busy: all - ((ticks[3] ?? 0) + (ticks[4] ?? 0)) / ticksPerSecond };
}
