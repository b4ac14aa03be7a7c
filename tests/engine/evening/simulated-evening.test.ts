import { describe, expect, it } from "vitest";
import type { EveningPlan } from "../../../workers/contract/evening.ts";
import { listJobsOfExperiment } from "../../../workers/database/jobs.ts";
import { eveningView } from "../../../workers/engine/evening/evening-view.ts";
import { openTestLab, type TestLab } from "../lab-fixture.ts";
import { simulatedMachine, type MachineScript } from "./simulated-machine.ts";

// The published evening: 23,904 MiB at the peak of a 24,576 MiB card, and each seed started only with 21,864 MiB free.
const needMib = 21_864;
const sweep = (seeds: string): string => `name: reference sweep
task: ./task
base: ./model
seeds: ${seeds}
arms:
  - { name: lora, lora: { rank: 16, alpha: 32 }, train: { epochs: 10 } }
gate: { free_mib: ${needMib}, for_seconds: 5 }
`;
const stopDisplay = { file: "sudo", args: ["-n", "systemctl", "stop", "display-manager.service"] };
const startDisplay = { file: "sudo", args: ["-n", "systemctl", "start", "display-manager.service"] };
const agreed = ["sudo -n systemctl stop display-manager.service", "sudo -n systemctl start display-manager.service"];

const script: MachineScript = {
  jobs: {
    train: { seconds: 120, takesMib: 23_804, end: (freeMib) => (freeMib >= needMib ? { kind: "done" } : { kind: "out-of-memory", message: "CUDA out of memory" }) },
    score: { seconds: 30, takesMib: 17_300, end: () => ({ kind: "done" }) },
  },
  command: (line, machine) => {
    machine.desktopMib = line.includes("stop") ? 0 : 3_900;
    return { exitCode: 0, output: "" };
  },
};

function planned(lab: TestLab, seeds: string, more: Partial<EveningPlan> = {}) {
  const machine = simulatedMachine(lab, script);
  const { id } = lab.handlers.experiment.create({ yaml: sweep(seeds), fileName: lab.fileName });
  const plan: EveningPlan = { experiments: [id], fromMs: 60_000, untilMs: 8 * 3_600_000, before: [stopDisplay], after: [startDisplay], onFailure: "go-on", atEnd: "let-finish", ...more };
  const evening = machine.evenings.plan(plan, [...plan.before, ...plan.after].length === 0 ? [] : agreed);
  return { ...machine, id, evening: evening.id, view: () => eveningView(lab.db, evening.id, machine.time.now()) };
}

describe("an evening without a desktop, in simulated time", () => {
  it("holds its jobs until its hour, frees the card, starts every seed only with the memory it needs, and puts the desktop back", async () => {
    const lab = openTestLab();
    const { pass, states, starts, commands, view, id, time } = planned(lab, "1..8");
    await pass(50);
    expect(new Set(states(id))).toEqual(new Set(["held"]));
    expect(commands).toEqual([]);
    expect(view().sentence).toMatch(/until then its jobs are held/);
    await pass(8 * 400, () => view().state === "over");
    expect(view()).toMatchObject({ state: "over", progress: { why: null } });
    expect(new Set(states(id))).toEqual(new Set(["done"]));
    expect(starts).toHaveLength(16);
    expect(Math.min(...starts.map(({ freeMib }) => freeMib))).toBeGreaterThanOrEqual(needMib);
    expect(commands).toEqual([["sudo", ...stopDisplay.args], ["sudo", ...startDisplay.args]]);
    const morning = view();
    expect(morning.experiments).toEqual([{ id, name: "reference sweep", planned: 8, finished: 8, heldBack: 0, missing: [] }]);
    expect(morning.peaks).toMatchObject([{ peakMib: 23_904, totalMib: 24_576 }]);
    expect(morning.attempts).toHaveLength(16);
    expect(morning.attempts.every(({ energyCoverage, needMib: need }) => (energyCoverage ?? 0) > 0.95 && need === needMib)).toBe(true);
    expect(morning.energyWh).toBeGreaterThan(100);
    expect(morning.sentence).toMatch(/^8 of 8 runs are done between .* The card peaked at 23,904 of 24,576 MiB\. It took \d+ Wh/);
    // Nothing more comes.
    const over = time.now();
    await pass(60);
    expect(view().progress.endedMs).toBeLessThanOrEqual(over);
  }, 60_000);

  it("waits for ever rather than start beside a desktop, and says who is short of what", async () => {
    const lab = openTestLab();
    const { pass, starts, queue, id } = planned(lab, "1..2", { before: [], after: [] });
    await pass(300);
    expect(starts).toEqual([]);
    const [first] = listJobsOfExperiment(lab.db, id);
    expect(queue.schedule().waits.get(first?.id ?? "")).toBe("20,576 of 21,864 MiB free");
  }, 60_000);

  it("starts nothing at its end, holds what is left, and lets the running job finish first", async () => {
    const lab = openTestLab();
    const { pass, states, view, id } = planned(lab, "1..8", { untilMs: 400_000 });
    await pass(1_000, () => view().state === "over");
    const morning = view();
    expect(morning.state).toBe("over");
    expect(states(id).filter((state) => state === "running")).toEqual([]);
    expect(morning.experiments[0]?.heldBack).toBeGreaterThan(3);
    expect(morning.experiments[0]?.finished).toBeGreaterThanOrEqual(1);
    expect(morning.sentence).toMatch(/were held back/);
    expect(states(id).every((state) => state === "done" || state === "held")).toBe(true);
    // From experience with the first seed nothing was begun that could not be done in time, so it ended before its hour.
    expect(morning.progress.endedMs).toBeLessThan(420_000);
  }, 60_000);

  it("goes on after the engine that carried it out has died, and still puts the desktop back", async () => {
    const lab = openTestLab();
    const first = planned(lab, "1..3");
    await first.pass(200, () => first.view().state === "running");
    first.evenings.close();
    first.queue.close();
    const second = simulatedMachine(lab, script);
    second.time.pass(first.time.now());
    second.machine.desktopMib = 0;
    second.queue.open();
    second.evenings.open();
    await second.pass(1_500, () => eveningView(lab.db, first.evening, 0).state === "over");
    expect(new Set(second.states(first.id))).toEqual(new Set(["done"]));
    expect(second.commands).toEqual([["sudo", ...startDisplay.args]]);
  }, 60_000);

  it("starts nothing when the command before it fails, says what it printed, and runs the command after it all the same", async () => {
    const lab = openTestLab();
    const machine = simulatedMachine(lab, { ...script, command: (line) => (line.includes("stop") ? { exitCode: 1, output: "sudo: a password is required" } : { exitCode: 0, output: "" }) });
    const { id } = lab.handlers.experiment.create({ yaml: sweep("1..2"), fileName: lab.fileName });
    const evening = machine.evenings.plan({ experiments: [id], fromMs: 0, untilMs: 3_600_000, before: [stopDisplay], after: [startDisplay], onFailure: "go-on", atEnd: "let-finish" }, agreed);
    await machine.pass(60);
    const view = eveningView(lab.db, evening.id, machine.time.now());
    expect(view.state).toBe("over");
    expect(view.progress.why).toMatch(/a command before it failed: sudo -n systemctl stop display-manager.service \(exit code 1: sudo: a password is required\)/);
    expect(machine.starts).toEqual([]);
    expect(machine.commands).toHaveLength(2);
  }, 60_000);

  it("is refused without a yes to the very commands it would run, in the past, beside another, or with a password in sight", () => {
    const lab = openTestLab();
    const { evenings, id } = planned(lab, "1");
    const plan: EveningPlan = { experiments: [id], fromMs: 0, untilMs: 3_600_000, before: [stopDisplay], after: [startDisplay], onFailure: "go-on", atEnd: "stop" };
    expect(() => evenings.plan(plan, agreed)).toThrow("Another evening");
    evenings.cancel("evening-one");
    expect(() => evenings.plan(plan, [])).toThrow("explicit yes");
    expect(() => evenings.plan(plan, [...agreed].reverse())).toThrow("explicit yes");
    expect(() => evenings.plan({ ...plan, untilMs: 0 }, agreed)).toThrow("ends after it begins");
    expect(() => evenings.plan({ ...plan, before: [{ file: "sudo", args: ["systemctl", "stop", "x"] }] }, agreed)).toThrow("nobody is there to type one");
    expect(() => evenings.plan({ ...plan, experiments: ["nothing"] }, agreed)).toThrow("no experiment nothing");
    expect(() => evenings.plan({ ...plan, experiments: [] }, agreed)).toThrow("at least one");
  });
});
