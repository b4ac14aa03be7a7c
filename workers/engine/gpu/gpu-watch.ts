import { remembered } from "./memory-history.ts";
import { followProcesses } from "./process-list.ts";
import { startSampler, type SamplerRim, type SamplerState } from "./sampler.ts";
import { valueOf } from "./smi-cell.ts";
import type { GpuReading } from "./smi-row.ts";
import { programName } from "./smi-processes.ts";

/** A GPU with its newest reading and the recent course of its free memory. */
export type WatchedGpu = {
  readonly uuid: string;
  readonly atMs: number;
  readonly reading: GpuReading;
  readonly freeHistory: Parameters<typeof remembered>[0];
};

/** A process that holds memory of a GPU now; `usedMib` null where the system does not tell how much. */
export type Holder = { readonly pid: number; readonly program: string; readonly usedMib: number | null; readonly draws: boolean };

/** What is known of the machine's GPUs now. */
export type GpuWatch = {
  readonly periodMs: () => number;
  readonly setPeriod: (periodMs: number) => void;
  readonly state: () => SamplerState;
  readonly gpus: () => readonly WatchedGpu[];
  /** Who holds memory of a GPU, most first; empty where nobody does or nobody knows. */
  readonly holders: (uuid: string) => readonly Holder[];
  /** Calls back with every reading; returns the disposer. */
  readonly onReading: (listener: (reading: GpuReading, atMs: number) => void) => () => void;
  readonly close: () => void;
};

/** Fastest and slowest useful beat: utilisation is an average over up to a second, and the gate needs several readings. */
export const periodLimitsMs = { least: 200, most: 5_000, usual: 500 } as const;

const holdersStaleMs = 30_000;

export function watchGpus(rim: SamplerRim, startPeriodMs: number = periodLimitsMs.usual): GpuWatch {
  const gpus = new Map<string, WatchedGpu>();
  const listeners = new Set<(reading: GpuReading, atMs: number) => void>();
  let periodMs = startPeriodMs;
  const sampler = startSampler(rim, {
    periodMs,
    onReading: (reading, atMs) => {
      const before = gpus.get(reading.uuid)?.freeHistory ?? [];
      gpus.set(reading.uuid, { uuid: reading.uuid, atMs, reading, freeHistory: remembered(before, { atMs, free: reading.freeMib }) });
      for (const listener of listeners) listener(reading, atMs);
    },
  });
  const list = followProcesses({ ...rim, worthAsking: () => sampler.state().kind === "reading" });
  return {
    periodMs: () => periodMs,
    setPeriod: (wanted) => {
      periodMs = Math.min(periodLimitsMs.most, Math.max(periodLimitsMs.least, Math.round(wanted)));
      sampler.setPeriod(periodMs);
    },
    state: sampler.state,
    gpus: () => [...gpus.values()],
    holders: (uuid) => {
      const said = list.latest();
      const gpu = gpus.get(uuid);
      if (said === null || gpu === undefined || rim.now() - said.atMs > holdersStaleMs) return [];
      return said.processes
        .filter((process) => process.gpu === uuid || process.gpu.toLowerCase() === gpu.reading.busId?.toLowerCase())
        .map(({ pid, name, type, usedMib }) => ({ pid, program: programName(name), usedMib: valueOf(usedMib), draws: type?.includes("G") ?? false }))
        .sort((left, right) => (right.usedMib ?? -1) - (left.usedMib ?? -1));
    },
    onReading: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      sampler.close();
      list.close();
    },
  };
}
