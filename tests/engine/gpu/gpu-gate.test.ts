import { describe, expect, it } from "vitest";
import { gpuGate } from "../../../workers/engine/gpu/gpu-gate.ts";
import { watchGpus } from "../../../workers/engine/gpu/gpu-watch.ts";
import type { Reservations } from "../../../workers/engine/gpu/reservations.ts";
import { simulatedTime, standInSmi } from "./simulated-time.ts";
import { smiRow } from "./smi-row-text.ts";

const setting = { freeMib: 21_864, forSeconds: 5, from: "file" } as const;
const nobody: Reservations = { takenBy: () => null, take: () => true, release: () => undefined };
const none: ReadonlySet<string> = new Set();
const row = (uuid: string, free: string): string => smiRow({ uuid, freeMib: free, usedMib: "100" });

/** GPUs whose free memory is what `free` says at each moment; a function that returns null says nothing at all. */
function machine(free: (nowMs: number) => readonly (readonly [string, string])[] | null, reservations = nobody) {
  const time = simulatedTime();
  const say = (take: (line: string) => void): void => {
    for (const [uuid, value] of free(time.now()) ?? []) take(row(uuid, value));
  };
  const smi = standInSmi(time, ({ args, ears }) => {
    say(ears.onLine);
    if (!args.includes("-lms")) return ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    const tick = (): void => {
      say(ears.onLine);
      time.later(500, tick);
    };
    time.later(500, tick);
  });
  const watch = watchGpus({ run: smi.run, now: time.now, later: time.later });
  time.pass(10);
  return { time, gate: gpuGate(watch, time.now, reservations) };
}

describe("the memory gate", () => {
  it("opens once the memory has been free for long enough, on that GPU alone", () => {
    const { time, gate } = machine(() => [["GPU-a", "22000"]]);
    time.pass(3_000);
    expect(gate.check(setting, none)).toEqual({ kind: "closed", why: "22,000 of 21,864 MiB free, for 3 of 5 s" });
    time.pass(2_500);
    expect(gate.check(setting, none)).toEqual({ kind: "open", device: "GPU-a", env: { CUDA_VISIBLE_DEVICES: "GPU-a" } });
  });

  it("starts counting anew when the memory was short for a moment", () => {
    const { time, gate } = machine((nowMs) => [["GPU-a", Math.abs(nowMs - 4_000) < 100 ? "14210" : "22000"]]);
    time.pass(4_100);
    expect(gate.check(setting, none)).toEqual({ kind: "closed", why: "14,210 of 21,864 MiB free" });
    time.pass(3_000);
    expect(gate.check(setting, none).kind).toBe("closed");
    time.pass(2_500);
    expect(gate.check(setting, none).kind).toBe("open");
  });

  it("waits while the memory is unknown, and says why", () => {
    const { time, gate } = machine(() => [["GPU-a", "[GPU requires reset]"]]);
    time.pass(20_000);
    expect(gate.check(setting, none)).toEqual({ kind: "closed", why: "the GPU's free memory is unknown: GPU requires reset" });
  });

  it("does not count a time without readings as free", () => {
    const { time, gate } = machine((nowMs) => (nowMs > 1_000 && nowMs < 4_900 ? null : [["GPU-a", "24000"]]));
    time.pass(6_000);
    expect(gate.check(setting, none).kind).toBe("closed");
    time.pass(5_000);
    expect(gate.check(setting, none).kind).toBe("open");
  });

  it("gives a second job the other GPU, and a third none", () => {
    const { time, gate } = machine(() => [["GPU-a", "24000"], ["GPU-b", "23000"]]);
    time.pass(6_000);
    expect(gate.slots()).toBe(2);
    expect(gate.check(setting, new Set(["GPU-a"]))).toMatchObject({ kind: "open", device: "GPU-b" });
    expect(gate.check(setting, new Set(["GPU-a", "GPU-b"]))).toEqual({ kind: "closed", why: "every GPU runs a job" });
  });

  it("leaves a GPU alone that a job of another lab has, and says whose it is", () => {
    const taken = new Set(["GPU-a"]);
    const { time, gate } = machine(() => [["GPU-a", "24000"], ["GPU-b", "23000"]], { ...nobody, takenBy: (uuid) => (taken.has(uuid) ? "/labs/other" : null) });
    time.pass(6_000);
    expect(gate.check(setting, none)).toMatchObject({ kind: "open", device: "GPU-b" });
    taken.add("GPU-b");
    expect(gate.check(setting, none)).toEqual({ kind: "closed", why: "a job of the lab /labs/other has the GPU" });
  });

  it("says when a need was learned from an earlier run", () => {
    const { time, gate } = machine(() => [["GPU-a", "14210"]]);
    time.pass(6_000);
    expect(gate.check({ ...setting, from: "earlier-run" }, none)).toEqual({ kind: "closed", why: "14,210 of 21,864 MiB free (what it took before, and a margin)" });
  });

  it("without a setting takes the first free GPU at once", () => {
    const { gate } = machine(() => [["GPU-a", "10"]]);
    expect(gate.check(null, none)).toMatchObject({ kind: "open", device: "GPU-a" });
  });

  it("is open where there is no GPU, and closed while the driver is broken", () => {
    const time = simulatedTime();
    const answering = (exitCode: number) => watchGpus({ run: standInSmi(time, ({ ears }) => ears.onEnd({ exitCode, stdout: "", stderr: "" })).run, now: time.now, later: time.later });
    const [absent, broken] = [gpuGate(answering(127), time.now, nobody), gpuGate(answering(9), time.now, nobody)];
    expect(absent.check(setting, none)).toEqual({ kind: "closed", why: "looks for a GPU" });
    time.pass(10);
    expect(absent.check(setting, none)).toEqual({ kind: "open", device: null, env: {} });
    expect(broken.check(setting, none)).toEqual({ kind: "closed", why: "the GPU's memory is unknown: the NVIDIA driver is not running" });
  });
});
