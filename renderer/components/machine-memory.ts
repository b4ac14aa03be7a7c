import type { MachineView } from "../../workers/contract/views.ts";

/** The memory that decides what can run: the first GPU's, or the machine's own where there is none. */
export type MemoryNow = { readonly label: string; readonly usedMib: number | null; readonly totalMib: number | null };

export function memoryNow(machine: MachineView): MemoryNow {
  const gpu = machine.gpus[0];
  if (gpu !== undefined) return { label: gpu.name.replace(/^NVIDIA (GeForce )?/, ""), usedMib: gpu.usedMib, totalMib: gpu.totalMib };
  const { totalMib, freeMib } = machine.memory;
  return { label: "CPU memory", usedMib: totalMib - freeMib, totalMib };
}

export type MemoryTrace = { readonly shares: readonly number[]; readonly peakShare: number };

const shownSamples = 300;

/** Shares of the memory in use, oldest first; readings without a number are left out. */
export function memoryTrace(trace: readonly MachineView[]): MemoryTrace {
  const shares: number[] = [];
  for (const machine of trace.slice(-shownSamples)) {
    const { usedMib, totalMib } = memoryNow(machine);
    if (usedMib !== null && totalMib !== null && totalMib > 0) shares.push(usedMib / totalMib);
  }
  return { shares, peakShare: Math.max(0, ...shares) };
}
