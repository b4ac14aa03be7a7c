import type { Gate as GateSetting } from "../../domain/experiment/experiment.ts";
import type { Gate, GateAnswer } from "../queue/gate.ts";
import { verdictOn, type Verdict } from "./memory-history.ts";
import type { GpuWatch, WatchedGpu } from "./gpu-watch.ts";
import { meansNoGpu } from "./smi-failure.ts";

/** Opens where a GPU has had the memory for long enough; without any GPU there is nothing to wait for. */
export function gpuGate(watch: GpuWatch, now: () => number): Gate {
  return {
    slots: () => Math.max(1, watch.gpus().length),
    check: (setting, busy) => {
      const state = watch.state();
      if (state.kind === "failing" && meansNoGpu(state.failure)) return { kind: "open", device: null, env: {} };
      if (state.kind === "starting") return { kind: "closed", why: "looks for a GPU" };
      if (state.kind === "failing") return { kind: "closed", why: `the GPU's memory is unknown: ${state.failure.says}` };
      const free = watch.gpus().filter((gpu) => !busy.has(gpu.uuid));
      return setting === null ? firstOf(free) : firstWithMemory(free, setting, { nowMs: now(), periodMs: watch.periodMs });
    },
  };
}

function firstOf(gpus: readonly WatchedGpu[]): GateAnswer {
  const [gpu] = gpus;
  return gpu === undefined ? { kind: "closed", why: "every GPU runs a job" } : open(gpu);
}

function firstWithMemory(gpus: readonly WatchedGpu[], setting: GateSetting, at: { readonly nowMs: number; readonly periodMs: number }): GateAnswer {
  const judged = gpus.map((gpu) => ({
    gpu,
    verdict: verdictOn(gpu.freeHistory, { freeMib: setting.freeMib, forMs: setting.forSeconds * 1000, ...at }),
  }));
  const fit = judged.find(({ verdict }) => verdict.kind === "enough");
  if (fit !== undefined) return open(fit.gpu);
  const [best] = judged.toSorted((left, right) => freeOf(right.verdict) - freeOf(left.verdict));
  return { kind: "closed", why: best === undefined ? "every GPU runs a job" : sentence(best.verdict, setting) };
}

function open(gpu: WatchedGpu): GateAnswer {
  return { kind: "open", device: gpu.uuid, env: { CUDA_VISIBLE_DEVICES: gpu.uuid } };
}

function freeOf(verdict: Verdict): number {
  return verdict.kind === "soon" || verdict.kind === "short" ? verdict.freeMib : -1;
}

function sentence(verdict: Verdict, { freeMib, forSeconds }: GateSetting): string {
  const need = thousands(freeMib);
  switch (verdict.kind) {
    case "short":
      return `${thousands(verdict.freeMib)} of ${need} MiB free`;
    case "soon":
      return `${thousands(verdict.freeMib)} of ${need} MiB free, for ${Math.floor(verdict.forMs / 1000)} of ${forSeconds} s`;
    case "unknown":
      return `the GPU's free memory is unknown: ${verdict.reason}`;
    case "enough":
      return "starts next";
  }
}

function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}
