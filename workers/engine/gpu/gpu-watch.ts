import { remembered } from "./memory-history.ts";
import type { GpuReading } from "./smi-row.ts";
import { startSampler, type SamplerRim, type SamplerState } from "./sampler.ts";

/** A GPU with its newest reading and the recent course of its free memory. */
export type WatchedGpu = {
  readonly uuid: string;
  readonly atMs: number;
  readonly reading: GpuReading;
  readonly freeHistory: Parameters<typeof remembered>[0];
};

/** What is known of the machine's GPUs now. */
export type GpuWatch = {
  readonly periodMs: number;
  readonly state: () => SamplerState;
  readonly gpus: () => readonly WatchedGpu[];
  readonly close: () => void;
};

export function watchGpus(rim: SamplerRim, periodMs = 500): GpuWatch {
  const gpus = new Map<string, WatchedGpu>();
  const sampler = startSampler(rim, {
    periodMs,
    onReading: (reading, atMs) => {
      const before = gpus.get(reading.uuid)?.freeHistory ?? [];
      gpus.set(reading.uuid, { uuid: reading.uuid, atMs, reading, freeHistory: remembered(before, { atMs, free: reading.freeMib }) });
    },
  });
  return { periodMs, state: sampler.state, gpus: () => [...gpus.values()], close: sampler.close };
}
