import type { MachineView } from "../../contract/views.ts";
import type { GpuWatch, WatchedGpu } from "../gpu/gpu-watch.ts";
import type { Cell } from "../gpu/smi-cell.ts";
import { throttleWords } from "../gpu/throttle-words.ts";
import { sessionOf } from "./process-usage.ts";
import type { MachineReading, RunningJob } from "./machine-sampler.ts";
import type { Tonight } from "./tonight.ts";

export type MachineDeps = {
  readonly watch: GpuWatch;
  readonly now: () => number;
  readonly latest: () => MachineReading;
  readonly running: () => readonly RunningJob[];
  readonly tonight: () => Tonight | null;
};

/** The state of the machine, now and as it goes on. */
export type Machine = { readonly now: () => MachineView; readonly samples: (signal: AbortSignal) => AsyncIterable<MachineView> };

const periodMs = 1_000;

export function createMachine({ watch, now, latest, running, tonight }: MachineDeps): Machine {
  const look = (): MachineView => {
    const atMs = now();
    const { totalMib, freeMib, load1, cpuPercent, jobs } = latest();
    const jobOfSession = new Map(running().map(({ jobId, pid }) => [pid, jobId]));
    return {
      atMs,
      gpus: watch.gpus().map((gpu) => ({
        ...gpuView(gpu, atMs - gpu.atMs > Math.max(2_000, watch.periodMs() * 3)),
        holders: watch.holders(gpu.uuid).map((holder) => ({ ...holder, jobId: jobOfSession.get(sessionOf(holder.pid) ?? -1) ?? null })),
      })),
      gpuState: gpuState(watch),
      periodMs: watch.periodMs(),
      memory: { totalMib, freeMib },
      load1,
      tonight: tonight(),
      cpuPercent,
      jobs,
    };
  };
  return { now: look, samples: (signal) => everySecond(look, signal) };
}

async function* everySecond(look: () => MachineView, signal: AbortSignal): AsyncGenerator<MachineView> {
  while (!signal.aborted) {
    yield look();
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, periodMs);
      signal.addEventListener("abort", end);
    });
  }
}

function gpuState(watch: GpuWatch): string | null {
  const state = watch.state();
  if (state.kind === "failing") return state.failure.says;
  return state.kind === "starting" ? "looking for a GPU" : null;
}

type Shown = "usedMib" | "freeMib" | "totalMib" | "powerWatts" | "temperatureC" | "utilisationPercent" | "fanPercent" | "smClockMhz" | "memoryClockMhz" | "throttleBits";

function gpuView(gpu: WatchedGpu, stale: boolean): Omit<MachineView["gpus"][number], "holders"> {
  const missing: Record<string, string> = {};
  const read = (name: Shown): number | null => {
    const cell: Cell = stale ? { kind: "missing", reason: "no reading for some seconds" } : gpu.reading[name];
    if (cell.kind === "value") return cell.value;
    missing[name] = cell.reason;
    return null;
  };
  return {
    uuid: gpu.uuid,
    name: gpu.reading.name,
    usedMib: read("usedMib"),
    freeMib: read("freeMib"),
    totalMib: read("totalMib"),
    powerWatts: read("powerWatts"),
    temperatureC: read("temperatureC"),
    utilisationPercent: read("utilisationPercent"),
    fanPercent: read("fanPercent"),
    smClockMhz: read("smClockMhz"),
    memoryClockMhz: read("memoryClockMhz"),
    throttle: throttleOf(read("throttleBits")),
    powerKind: stale ? null : gpu.reading.powerKind,
    missing,
  };
}

function throttleOf(bits: number | null): readonly string[] | null {
  return bits === null ? null : throttleWords(bits);
}
