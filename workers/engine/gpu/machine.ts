import { freemem, loadavg, totalmem } from "node:os";
import type { MachineView } from "../../contract/views.ts";
import type { GpuWatch, WatchedGpu } from "./gpu-watch.ts";
import { usageBySession, type Usage } from "./process-usage.ts";
import type { Cell } from "./smi-cell.ts";

export type RunningPid = { readonly jobId: string; readonly pid: number };
export type MachineDeps = { readonly watch: GpuWatch; readonly now: () => number; readonly running: () => readonly RunningPid[] };

/** The state of the machine, now and as it goes on. */
export type Machine = { readonly now: () => MachineView; readonly samples: (signal: AbortSignal) => AsyncIterable<MachineView> };

const periodMs = 1_000;
const mib = 1024 * 1024;

export function createMachine({ watch, now, running }: MachineDeps): Machine {
  let before: { readonly atMs: number; readonly usage: ReadonlyMap<number, Usage> } = { atMs: 0, usage: new Map() };
  let latest: MachineView | null = null;

  const look = (): MachineView => {
    const atMs = now();
    // Several windows that look at once share a look, so that a share of the processor is over a time that means something.
    if (latest !== null && atMs - latest.atMs < periodMs / 2) return latest;
    const pids = running();
    const usage = usageBySession(new Set(pids.map(({ pid }) => pid)));
    const seconds = (atMs - before.atMs) / 1000;
    latest = {
      atMs,
      gpus: watch.gpus().map((gpu) => gpuView(gpu, atMs - gpu.atMs > Math.max(2_000, watch.periodMs() * 3))),
      gpuState: gpuState(watch),
      memory: { totalMib: Math.round(totalmem() / mib), freeMib: Math.round(freemem() / mib) },
      load1: loadavg()[0] ?? 0,
      jobs: pids.flatMap(({ jobId, pid }) => {
        const current = usage.get(pid);
        if (current === undefined) return [];
        const earlier = before.usage.get(pid)?.cpuSeconds ?? current.cpuSeconds;
        return [{ jobId, rssMib: Math.round(current.rssMib), cpuPercent: Math.max(0, Math.round((100 * (current.cpuSeconds - earlier)) / seconds)) }];
      }),
    };
    before = { atMs, usage };
    return latest;
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

function gpuView(gpu: WatchedGpu, stale: boolean): MachineView["gpus"][number] {
  const missing: Record<string, string> = {};
  const read = (name: "usedMib" | "freeMib" | "totalMib" | "powerWatts" | "temperatureC" | "utilisationPercent"): number | null => {
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
    missing,
  };
}
