import type { Need } from "../machine/need.ts";
import type { Gate, GateAnswer } from "../queue/gate.ts";
import { verdictOn, type Verdict } from "./memory-history.ts";
import type { GpuWatch, Holder, WatchedGpu } from "./gpu-watch.ts";
import type { Reservations } from "./reservations.ts";
import { meansNoGpu } from "./smi-failure.ts";

/** Opens where a GPU has had the memory for long enough; without any GPU there is nothing to wait for. */
export function gpuGate(watch: GpuWatch, now: () => number, reservations: Reservations): Gate {
  return {
    slots: () => Math.max(1, watch.gpus().length),
    take: reservations.take,
    release: reservations.release,
    check: (need, busy) => {
      const state = watch.state();
      if (state.kind === "failing" && meansNoGpu(state.failure)) return { kind: "open", device: null, env: {} };
      if (state.kind === "starting") return { kind: "closed", why: "looks for a GPU" };
      if (state.kind === "failing") return { kind: "closed", why: `the GPU's memory is unknown: ${state.failure.says}` };
      const ours = watch.gpus().filter((gpu) => !busy.has(gpu.uuid));
      const free = ours.filter((gpu) => reservations.takenBy(gpu.uuid) === null);
      const [other] = free.length > 0 ? [] : ours.map((gpu) => reservations.takenBy(gpu.uuid));
      if (other !== undefined) return { kind: "closed", why: `a job of the lab ${other} has the GPU` };
      return need === null ? firstOf(free) : firstWithMemory(free, need, { nowMs: now(), periodMs: watch.periodMs(), holders: watch.holders });
    },
  };
}

function firstOf(gpus: readonly WatchedGpu[]): GateAnswer {
  const [gpu] = gpus;
  return gpu === undefined ? { kind: "closed", why: "every GPU runs a job" } : open(gpu);
}

type Look = { readonly nowMs: number; readonly periodMs: number; readonly holders: GpuWatch["holders"] };

function firstWithMemory(gpus: readonly WatchedGpu[], need: Need, { holders, ...at }: Look): GateAnswer {
  const judged = gpus.map((gpu) => ({
    gpu,
    verdict: verdictOn(gpu.freeHistory, { freeMib: need.freeMib, forMs: need.forSeconds * 1000, ...at }),
  }));
  const fit = judged.find(({ verdict }) => verdict.kind === "enough");
  if (fit !== undefined) return open(fit.gpu);
  const [best] = judged.toSorted((left, right) => freeOf(right.verdict) - freeOf(left.verdict));
  if (best === undefined) return { kind: "closed", why: "every GPU runs a job" };
  const who = best.verdict.kind === "short" ? holderWords(holders(best.gpu.uuid)) : "";
  return { kind: "closed", why: `${sentence(best.verdict, need)}${who}` };
}

function open(gpu: WatchedGpu): GateAnswer {
  return { kind: "open", device: gpu.uuid, env: { CUDA_VISIBLE_DEVICES: gpu.uuid } };
}

function freeOf(verdict: Verdict): number {
  return verdict.kind === "soon" || verdict.kind === "short" ? verdict.freeMib : -1;
}

function sentence(verdict: Verdict, { freeMib, forSeconds, from }: Need): string {
  const need = `${thousands(freeMib)} MiB free${from === "file" ? "" : " (what it took before, and a margin)"}`;
  switch (verdict.kind) {
    case "short":
      return `${thousands(verdict.freeMib)} of ${need}`;
    case "soon":
      return `${thousands(verdict.freeMib)} of ${need}, for ${Math.floor(verdict.forMs / 1000)} of ${forSeconds} s`;
    case "unknown":
      return `the GPU's free memory is unknown: ${verdict.reason}`;
    case "enough":
      return "starts next";
  }
}

const mostNamed = 2;
const worthNamingMib = 100;

/** `; Xorg (pid 2165) holds 3,900 MiB`: who could make room. */
export function holderWords(holders: readonly Holder[]): string {
  const named = holders.filter(({ usedMib }) => usedMib === null || usedMib >= worthNamingMib).slice(0, mostNamed);
  return named
    .map(({ program, pid, usedMib }, index) => `${index === 0 ? "; " : " and "}${program} (pid ${pid}) holds ${usedMib === null ? "an amount it does not tell" : `${thousands(usedMib)} MiB`}`)
    .join("");
}

function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}
