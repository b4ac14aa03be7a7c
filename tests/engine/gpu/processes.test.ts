import { describe, expect, it } from "vitest";
import { holderWords } from "../../../workers/engine/gpu/gpu-gate.ts";
import { watchGpus } from "../../../workers/engine/gpu/gpu-watch.ts";
import { parseAllProcesses, parseComputeProcess } from "../../../workers/engine/gpu/smi-processes.ts";
import { simulatedTime, standInSmi } from "./simulated-time.ts";
import { smiRow } from "./smi-row-text.ts";

const answer = `
==============NVSMI LOG==============

Timestamp                                 : Mon Mar  2 19:30:00 2026
Driver Version                            : 535.161.08

Attached GPUs                             : 2
GPU 00000000:01:00.0
    Processes
        GPU instance ID                   : N/A
        Compute instance ID               : N/A
        Process ID                        : 2165
            Type                          : G
            Name                          : /usr/lib/xorg/Xorg
            Used GPU Memory               : 3900 MiB
        Process ID                        : 3011
            Type                          : C
            Name                          : /home/user/.venv/bin/python
            Used GPU Memory               : 120 MiB
GPU 00000000:02:00.0
    Processes                             : None
`;

describe("who holds a GPU's memory", () => {
  it("names every process with its card, its kind and its memory", () => {
    expect(parseAllProcesses(answer)).toEqual([
      { gpu: "00000000:01:00.0", pid: 2165, name: "/usr/lib/xorg/Xorg", type: "G", usedMib: { kind: "value", value: 3900 } },
      { gpu: "00000000:01:00.0", pid: 3011, name: "/home/user/.venv/bin/python", type: "C", usedMib: { kind: "value", value: 120 } },
    ]);
    expect(parseAllProcesses("Failed to initialize NVML: Unknown Error")).toBeNull();
  });

  it("12: a process whose memory Windows does not tell is unknown, not 0", () => {
    expect(parseComputeProcess("GPU-1, 2140, C:\\Windows\\System32\\dwm.exe, [N/A]")).toEqual({
      gpu: "GPU-1", pid: 2140, name: "C:\\Windows\\System32\\dwm.exe", type: "C", usedMib: { kind: "missing", reason: "N/A" },
    });
    expect(parseComputeProcess("GPU-1, 7, /opt/a, b/run, 300")).toMatchObject({ pid: 7, name: "/opt/a, b/run", usedMib: { kind: "value", value: 300 } });
    expect(parseComputeProcess("No running processes found")).toBeNull();
  });

  it("is said in the gate's words, the largest first and small ones left out", () => {
    const holder = (pid: number, program: string, usedMib: number | null) => ({ pid, program, usedMib, draws: false });
    expect(holderWords([holder(2165, "Xorg", 3900), holder(3011, "python", 40)])).toBe("; Xorg (pid 2165) holds 3,900 MiB");
    expect(holderWords([holder(1, "a", 900), holder(2, "b", null), holder(3, "c", 500)])).toBe("; a (pid 1) holds 900 MiB and b (pid 2) holds an amount it does not tell");
    expect(holderWords([])).toBe("");
  });

  it("is asked at a slower beat, once at a time, and a question that hangs is killed without stopping the readings", () => {
    const time = simulatedTime();
    let hangs = false;
    const smi = standInSmi(time, ({ args, ears }) => {
      if (args.includes("-q")) {
        if (hangs) return;
        for (const line of answer.split("\n")) ears.onLine(line);
        return ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
      }
      const say = (): void => {
        ears.onLine(smiRow({ uuid: "GPU-a" }));
        time.later(500, say);
      };
      if (args.includes("-lms")) return say();
      ears.onLine(smiRow({ uuid: "GPU-a" }));
      ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    const asked = (): number => smi.calls.filter(({ args }) => args.includes("-q")).length;
    const watch = watchGpus({ run: smi.run, now: time.now, later: time.later });
    time.pass(16_000);
    expect(asked()).toBe(4);
    expect(watch.holders("GPU-a").map(({ program, draws }) => [program, draws])).toEqual([["Xorg", true], ["python", false]]);
    expect(watch.holders("GPU-b")).toEqual([]);
    hangs = true;
    time.pass(30_000);
    expect(asked()).toBe(5);
    expect(smi.calls.filter(({ args, killed }) => args.includes("-q") && killed)).toHaveLength(1);
    expect(watch.gpus()[0]?.atMs).toBeGreaterThan(45_000);
    expect(watch.holders("GPU-a")).toEqual([]);
    watch.close();
  });

  it("falls back to the computing processes where the long answer names no GPU", () => {
    const time = simulatedTime();
    const smi = standInSmi(time, ({ args, ears }) => {
      if (args[0]?.startsWith("--query-compute-apps") === true) ears.onLine("GPU-a, 3011, /usr/bin/python3, 812");
      else if (!args.includes("-q")) ears.onLine(smiRow({ uuid: "GPU-a" }));
      if (!args.includes("-lms")) ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    });
    const watch = watchGpus({ run: smi.run, now: time.now, later: time.later });
    time.pass(7_000);
    expect(watch.holders("GPU-a")).toEqual([{ pid: 3011, program: "python3", usedMib: 812, draws: false }]);
    watch.close();
  });
});
