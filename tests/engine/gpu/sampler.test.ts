import { describe, expect, it } from "vitest";
import { startSampler } from "../../../workers/engine/gpu/sampler.ts";
import type { GpuReading } from "../../../workers/engine/gpu/smi-row.ts";
import { simulatedTime, standInSmi } from "./simulated-time.ts";
import { smiRow } from "./smi-row-text.ts";

const good = smiRow({ uuid: "GPU-aaaa-1" });
const other = smiRow({ uuid: "GPU-bbbb-2", usedMib: "100", freeMib: "24476" });
const unknown = smiRow(Object.fromEntries(["usedMib", "freeMib", "totalMib", "utilisationPercent", "powerWatts", "powerAverage", "temperatureC", "fanPercent", "smClockMhz", "memoryClockMhz", "throttleBits"].map((key) => [key, "[Unknown Error]"])));
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
    expect(sampler.state()).toEqual({ kind: "reading", mode: "loop", power: "instant" });
    expect(readings.map((reading) => reading.uuid)).toEqual(["GPU-aaaa-1", "GPU-bbbb-2", "GPU-aaaa-1", "GPU-bbbb-2"]);
    expect(smi.open()).toBe(1);
  });

  it("falls back to the averaged power where the driver does not know the instant one, and says which it uses", () => {
    const { sampler, readings } = sampling(({ args, ears }) => {
      if (args.some((arg) => arg.includes("power.draw.instant"))) {
        ears.onEnd({ exitCode: 2, stdout: 'Field "power.draw.instant" is not a valid field to query.\n\n', stderr: "" });
        return;
      }
      ears.onLine(smiRow({ powerWatts: null }));
      if (!isLoop(args)) ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    expect(sampler.state()).toMatchObject({ kind: "reading", power: "average" });
    expect(readings.at(-1)).toMatchObject({ powerWatts: { kind: "value", value: 40 }, throttleBits: { kind: "value", value: 4 } });
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
        for (let row = 0; row < 3; row++) time.later(500 * (row + 1), () => ears.onLine(unknown));
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

  it("takes the average where the card has no instant power although the driver knows the field", () => {
    const { sampler } = sampling(({ args, ears }) => {
      ears.onLine(smiRow({ powerWatts: "[N/A]", powerAverage: "39.25 W" }));
      if (!isLoop(args)) ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    expect(sampler.state()).toMatchObject({ power: "average" });
  });

  it("leaves out every field that an old driver refuses, one after the other, and reads the rest", () => {
    const refused = ["power.draw.instant", "clocks_throttle_reasons.active", "clocks_event_reasons.active", "fan.speed"];
    const { readings } = sampling(({ args, ears }) => {
      const field = refused.find((name) => args[0]?.split(/[=,]/).includes(name));
      if (field !== undefined) return ears.onEnd({ exitCode: 2, stdout: `Field "${field}" is not a valid field to query.\n\n`, stderr: "" });
      ears.onLine(smiRow({ powerWatts: null, throttleBits: null, fanPercent: null }));
      if (!isLoop(args)) ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    expect(readings.at(-1)).toMatchObject({
      usedMib: { kind: "value", value: 2690 }, memoryClockMhz: { kind: "value", value: 9501 },
      fanPercent: { kind: "missing", reason: "the driver does not know this field" }, throttleBits: { kind: "missing" },
    });
  });

  it("follows the loop on a machine whose single calls take longer than five seconds", () => {
    const { sampler, time, readings } = sampling(({ args, ears, time: clock }) => {
      if (!isLoop(args)) return void clock.later(6_000, () => ears.onEnd({ exitCode: null, stdout: "", stderr: "" }));
      clock.later(500, () => ears.onLine(good));
    });
    time.pass(8_000);
    expect(sampler.state()).toMatchObject({ kind: "reading", mode: "loop" });
    expect(readings).toHaveLength(1);
  });

  it("starts its loop anew with another period when asked, without two calls at once", () => {
    const { sampler, time, smi } = sampling(({ args, ears }) => {
      ears.onLine(good);
      if (!isLoop(args)) ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    sampler.setPeriod(200);
    expect(smi.calls.at(-1)).toMatchObject({ killed: true });
    expect(smi.open()).toBe(1);
    smi.letGo();
    time.pass(10);
    expect(smi.calls.at(-1)?.args).toContain("200");
    expect(smi.open()).toBe(1);
  });

  it("waits for a slow loop as long as its period and five seconds, not less", () => {
    const time = simulatedTime();
    const smi = standInSmi(time, ({ args, ears }) => {
      if (!isLoop(args)) {
        ears.onLine(good);
        return ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
      }
      const say = (): void => {
        ears.onLine(good);
        time.later(5_000, say);
      };
      say();
    });
    startSampler({ run: smi.run, now: time.now, later: time.later }, { periodMs: 5_000, onReading: () => undefined });
    time.pass(60_000);
    expect(smi.calls.filter((call) => call.killed)).toEqual([]);
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
