import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { jobTrees } from "../../../workers/engine/machine/job-trees.ts";
import { startMachineSampler } from "../../../workers/engine/machine/machine-sampler.ts";
import { processorTimeIn } from "../../../workers/engine/machine/processor-time.ts";
import { usageIn } from "../../../workers/engine/machine/process-usage.ts";
import type { Reading, SourceName } from "../../../workers/engine/machine/recorder.ts";
import { simulatedTime } from "../gpu/simulated-time.ts";
import { until } from "../runner/processes.ts";

/** A job that leads its own session and has a child that works. */
function busyTree(): number {
  const child = spawn(process.execPath, ["-e", "require('node:child_process').spawn(process.execPath, ['-e', 'const kept = Buffer.alloc(4e7, 1); for (;;) kept[0]++']); setInterval(() => 0, 1000)"], { detached: true, stdio: "ignore" });
  const { pid } = child;
  if (pid === undefined) throw new Error("it started");
  onTestFinished(() => void process.kill(-pid, "SIGKILL"));
  return pid;
}

describe("what a job's process tree takes", () => {
  it("is the memory and the time of its leader and of all it has started, and nothing of others", async () => {
    const leader = busyTree();
    const trees = jobTrees();
    const usage = await until("the child's memory and work", () => {
      const found = trees.read([leader], performance.now() * 1e6).get(leader);
      return found !== undefined && found.rssMib > 100 && found.cpuSeconds > 0.2 && found;
    });
    expect(usage.rssMib).toBeLessThan(2_000);
    expect(jobTrees().read([2 ** 22 + 1], 0).size).toBe(0);
    expect(jobTrees().read([], 0).size).toBe(0);
  });

  it("is read from the lines of the system, also where a name holds brackets", () => {
    const line = "77 (a (b) c) S 1 77 77 0 -1 0 0 0 0 0 250 50 0 0 20 0 1 0 100 0 2560 0";
    expect(usageIn(line)).toEqual({ session: 77, rssMib: 10, cpuSeconds: 3 });
    expect(usageIn("77 (x) S 1")).toBeNull();
    expect(processorTimeIn("cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 2 3\n")).toEqual({ all: 10, busy: 1.5 });
  });
});

describe("the machine without its GPUs", () => {
  it("is kept once a second as a source of its own, each job beside it, a share being unknown at the first look", () => {
    const time = simulatedTime();
    const kept: { readonly name: SourceName; readonly reading: Reading }[] = [];
    const sampler = startMachineSampler({
      recorder: { add: (name, reading) => void kept.push({ name, reading }) },
      now: time.now, later: time.later, running: () => [{ jobId: "job", name: "lora, seed 1, train", pid: process.pid }], periodMs: () => 500,
    });
    time.pass(2_500);
    sampler.close();
    time.pass(5_000);
    const machine = kept.filter(({ name }) => name.kind === "machine");
    expect(machine.map(({ reading }) => reading.atMs)).toEqual([0, 1_000, 2_000]);
    expect(machine[0]?.reading.values["cpuPercent"]).toEqual({ missing: "a share needs two looks" });
    expect(typeof machine[1]?.reading.values["cpuPercent"]).toBe("number");
    expect(machine[1]?.reading.values["freeMib"]).toBeGreaterThan(0);
    expect(sampler.latest().totalMib).toBeGreaterThan(100);
  });
});
