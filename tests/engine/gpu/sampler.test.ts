import { describe, expect, it } from "vitest";
import { startSampler } from "../../../workers/engine/gpu/sampler.ts";
import type { GpuReading } from "../../../workers/engine/gpu/smi-row.ts";
import { simulatedTime, standInSmi } from "./simulated-time.ts";

const good = "GPU-aaaa-1, NVIDIA GeForce RTX 3090, 2690, 21886, 24576, 3, 38.51, 41";
const other = "GPU-bbbb-2, NVIDIA GeForce RTX 3090, 100, 24476, 24576, 0, 20.00, 35";
const isLoop = (args: readonly string[]): boolean => args.includes("-lms");

function sampling(answer: Parameters<typeof standInSmi>[1]) {
  const time = simulatedTime();
  const smi = standInSmi(time, answer);
  const readings: (GpuReading & { readonly atMs: number })[] = [];
  const sampler = startSampler({ run: smi.run, now: time.now, later: time.later }, { periodMs: 500, onReading: (reading, atMs) => readings.push({ ...reading, atMs }) });
  time.pass(10);
  return { time, smi, readings, sampler };
}

describe("the sampler", () => {
  it("asks once, then follows the loop, every GPU under its UUID", () => {
    const { sampler, readings, smi } = sampling(({ args, ears }) => {
      ears.onLine(good);
      ears.onLine(other);
      if (!isLoop(args)) ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    expect(sampler.state()).toEqual({ kind: "reading", mode: "loop", power: "power.draw.instant" });
    expect(readings.map((reading) => reading.uuid)).toEqual(["GPU-aaaa-1", "GPU-bbbb-2", "GPU-aaaa-1", "GPU-bbbb-2"]);
    expect(smi.open()).toBe(1);
  });

  it("falls back to the averaged power where the driver does not know the instant one, and says which it uses", () => {
    const { sampler } = sampling(({ args, ears }) => {
      if (args.some((arg) => arg.includes("power.draw.instant"))) {
        ears.onEnd({ exitCode: 2, stdout: 'Field "power.draw.instant" is not a valid field to query.\n\n', stderr: "" });
        return;
      }
      ears.onLine(good);
      if (!isLoop(args)) ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    expect(sampler.state()).toMatchObject({ kind: "reading", power: "power.draw" });
  });

  it("21: kills a call that hangs after five seconds, and starts no other before the system let go of it", () => {
    let letGo: () => void = () => undefined;
    const { sampler, time, smi } = sampling(({ ears }) => {
      letGo = () => ears.onEnd({ exitCode: null, stdout: "", stderr: "" });
    });
    time.pass(4_900);
    expect(smi.calls[0]?.killed).toBe(false);
    time.pass(200);
    expect(smi.calls[0]?.killed).toBe(true);
    expect(sampler.state()).toMatchObject({ kind: "failing", failure: { kind: "hung" } });
    time.pass(60_000);
    expect(smi.calls).toHaveLength(1);
    letGo();
    time.pass(600);
    expect(smi.calls).toHaveLength(2);
    expect(smi.open()).toBe(1);
  });

  it("14: leaves a loop that only reports errors, reads by single calls, and tries the loop again later", () => {
    let loops = 0;
    const { sampler, time: clock, readings, smi } = sampling(({ args, ears, time }) => {
      if (isLoop(args)) {
        loops++;
        ears.onLine(good);
        if (loops > 1) return;
        for (let row = 0; row < 3; row++) time.later(500 * (row + 1), () => ears.onLine("GPU-aaaa-1, NVIDIA GeForce RTX 3090, [Unknown Error], [Unknown Error], [Unknown Error], [Unknown Error], [Unknown Error], [Unknown Error]"));
        time.later(1_510, () => ears.onEnd({ exitCode: null, stdout: "", stderr: "" }));
        return;
      }
      ears.onLine(good);
      ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    clock.pass(3_000);
    expect(sampler.state()).toMatchObject({ kind: "reading", mode: "single" });
    expect(readings.at(-1)?.usedMib).toEqual({ kind: "value", value: 2690 });
    clock.pass(10_000);
    expect(sampler.state()).toMatchObject({ kind: "reading", mode: "loop" });
    expect(smi.open()).toBe(1);
  });

  it("13: keeps the good rows beside a dead GPU although the call ends with an error", () => {
    const { sampler, readings } = sampling(({ args, ears }) => {
      if (isLoop(args)) return;
      ears.onLine(good);
      ears.onLine("Unable to determine the device handle for GPU0000:02:00.0: Unknown Error");
      ears.onLine(other);
      ears.onEnd({ exitCode: 255, stdout: "", stderr: "" });
    });
    expect(readings).toHaveLength(2);
    expect(sampler.state().kind).toBe("reading");
  });

  it("is back within two periods when the driver returns", () => {
    let driver = false;
    const { sampler, time } = sampling(({ args, ears }) => {
      if (driver) ears.onLine(good);
      if (!isLoop(args)) ears.onEnd({ exitCode: driver ? 0 : 9, stdout: "", stderr: "" });
    });
    time.pass(20_000);
    expect(sampler.state()).toMatchObject({ kind: "failing", failure: { kind: "no-driver" } });
    driver = true;
    time.pass(1_000);
    expect(sampler.state().kind).toBe("reading");
  });

  it("stops for good when closed", () => {
    const { sampler, time, smi } = sampling(({ ears }) => ears.onEnd({ exitCode: 9, stdout: "", stderr: "" }));
    time.pass(2_000);
    sampler.close();
    const before = smi.calls.length;
    time.pass(60_000);
    expect(smi.calls).toHaveLength(before);
  });
});
