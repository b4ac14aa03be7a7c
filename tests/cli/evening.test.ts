import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { attachLines } from "../../workers/cli/commands/attach.ts";
import { planOf, type EveningOptions } from "../../workers/cli/commands/evening.ts";
import type { MachineView, QueueView } from "../../workers/contract/views.ts";
import { startLab } from "../engine/lab.ts";
import { temporaryFolder, until } from "../engine/runner/processes.ts";
import { standIn, sweepYaml } from "../engine/stand-in.ts";
import { flipbook, flipbookAtTerminal, startFlipbook } from "./flipbook.ts";

const clockIn = (ms: number): string => new Date(Date.now() + ms).toTimeString().slice(0, 5);

async function labWithFile() {
  const stand = standIn();
  const lab = await startLab(stand.env);
  const folder = temporaryFolder();
  const file = join(folder, "sweep.yaml");
  writeFileSync(file, sweepYaml({ seeds: "1..2" }));
  return { ...lab, ...stand, folder, file, env: { ...stand.env, FLIPBOOK_LAB: lab.folder } };
}

describe("flipbook evening", { timeout: 120_000 }, () => {
  it("shows its commands in full, runs them and the sweep by itself, and attach follows from another terminal", async () => {
    const { env, file, folder, engine, behave } = await labWithFile();
    behave({ "1": { train: "wait" } });
    const [before, after] = [join(folder, "before it"), join(folder, "after")];
    const args = ["evening", file, "--until", clockIn(3_600_000), "--before", JSON.stringify(["touch", before]), "--after", `touch ${after}`];
    const asked = await flipbook(args, env);
    expect(asked.code).toBe(2);
    expect(asked.err).toContain(`    touch '${before}'\n`);
    expect(asked.err).toContain("say --yes if they may be run");
    expect((await engine.api.lab.overview.query()).experiments).toEqual([]);
    const planned = await flipbook([...args, "--yes"], env);
    expect(planned.code).toBe(0);
    expect(planned.out).toMatch(/^evening-\w+ is planned\. This terminal can be closed/);
    const attached = startFlipbook(["attach"], env);
    await until("the training as attach shows it", () => attached.out().includes("▸ stand-in, lora seed 1 train"), 30_000);
    behave({});
    expect((await attached.end).code).toBe(0);
    const [row] = await engine.api.evening.list.query();
    const view = await until("its end", async () => {
      const now = await engine.api.evening.get.query({ id: row?.id ?? "" });
      return now.state === "over" && now;
    });
    expect(view.sentence).toMatch(/^2 of 2 runs are done/);
    expect(view.progress.commands.map(({ when, exitCode }) => [when, exitCode])).toEqual([["before", 0], ["after", 0]]);
    expect([existsSync(before), existsSync(after)]).toEqual([true, true]);
    expect(view.attempts.map(({ kind, seed, endKind }) => `${kind} ${seed} ${endKind}`)).toEqual(["train 1 done", "score 1 done", "train 2 done", "score 2 done"]);
  });

  it("asks at a terminal and takes only the whole word for a yes", async () => {
    const { env, file, folder, engine } = await labWithFile();
    const args = ["evening", file, "--from", clockIn(7_200_000), "--until", clockIn(10_800_000), "--before", `touch ${join(folder, "never")}`];
    const no = await flipbookAtTerminal(args, env, [["Type yes:", "y\r"]]);
    expect(no.out).toContain("Nothing was planned.");
    expect(await engine.api.evening.list.query()).toEqual([]);
    const yes = await flipbookAtTerminal(args, env, [["Type yes:", "yes\r"]]);
    expect(yes.out).toContain("is planned.");
    const [row] = await engine.api.evening.list.query();
    expect(row?.state).toBe("planned");
    expect((await engine.api.queue.list.query()).waiting.map(({ state }) => state)).toEqual(["held", "held", "held", "held"]);
    await engine.api.evening.cancel.mutate({ id: row?.id ?? "" });
    expect(existsSync(join(folder, "never"))).toBe(false);
  });
});

describe("a plan from the command line", () => {
  const options: EveningOptions = { until: "07:00", before: [], after: [], onFailure: "go-on", atEnd: "let-finish" };
  const desktop = { name: "gdm", stop: { file: "sudo", args: ["-n", "systemctl", "stop", "display-manager.service"] }, start: { file: "sudo", args: ["-n", "systemctl", "start", "display-manager.service"] }, sudoers: "" };
  const evening = new Date("2026-03-02T21:30:00").getTime();

  it("stops the desktop last before the first job, and starts it first after the last one", () => {
    const plan = planOf({ ...options, stopDesktop: true, before: ["a b"], after: ["c"] }, { displayManagers: [desktop] }, evening);
    expect(plan.before).toEqual([{ file: "a", args: ["b"] }, desktop.stop]);
    expect(plan.after).toEqual([desktop.start, { file: "c", args: [] }]);
    expect([plan.fromMs, plan.untilMs]).toEqual([evening, new Date("2026-03-03T07:00:00").getTime()]);
    expect(planOf({ ...options, from: "23:00" }, { displayManagers: [] }, evening).fromMs).toBe(new Date("2026-03-02T23:00:00").getTime());
  });

  it("is refused while somebody is there to correct it", () => {
    expect(() => planOf({ ...options, stopDesktop: true }, { displayManagers: [] }, evening)).toThrow("No known display manager");
    expect(() => planOf({ ...options, before: ["sudo systemctl stop x"] }, { displayManagers: [] }, evening)).toThrow("nobody is there to type one");
    expect(() => planOf({ ...options, before: ["stop; start"] }, { displayManagers: [] }, evening)).toThrow("only a shell understands");
    expect(() => planOf({ ...options, until: "soon" }, { displayManagers: [] }, evening)).toThrow("no time of the day");
  });
});

describe("what attach shows", () => {
  const queue: QueueView = { paused: false, pausedWhy: null, afterCrash: "go-on", memoryRetries: 2, running: [], waiting: [], ended: [], doneAboutMs: null };
  const machine: MachineView = { atMs: 0, gpus: [], gpuState: "nvidia-smi is not installed", periodMs: 500, memory: { totalMib: 24_000, freeMib: 9_000 }, load1: 1, tonight: null, cpuPercent: 50, jobs: [] };

  it("is the machine, the job at work, why the next one waits, and what is held", () => {
    const job = { id: "j", runId: "r", experimentId: "e", experimentName: "coin flip", arm: "lora", seed: 7, kind: "train" as const, attempt: 1, state: "running" as const, priority: 0 as const, position: 1, waitsFor: null, need: null, phase: "train", progress: { done: 41, total: 60, unit: "steps" }, loss: 0.031, etaMs: 120_000, startedMs: 0, endedMs: null, end: null };
    const waiting = { ...job, id: "k", state: "gated" as const, seed: 8, waitsFor: "14,210 of 21,864 MiB free; Xorg (pid 2165) holds 3,900 MiB" };
    expect(attachLines({ queue: { ...queue, running: [job], waiting: [waiting, { ...waiting, id: "l", state: "held" }], doneAboutMs: 3_600_000 }, machine, evening: null, nowMs: 0 })).toEqual([
      "No GPU (nvidia-smi is not installed); 9000 of 24000 MiB memory free",
      "▸ coin flip, lora seed 7 train: train, 41/60 steps, loss 0.031, 2 min 00 s left",
      "· coin flip, lora seed 8 train: 14,210 of 21,864 MiB free; Xorg (pid 2165) holds 3,900 MiB",
      "1 job held; done in about 1 h 00 min",
    ]);
  });

  it("says when nothing is left", () => {
    expect(attachLines({ queue, machine, evening: null, nowMs: 0 }).at(-1)).toBe("Nothing runs and nothing waits");
  });
});
