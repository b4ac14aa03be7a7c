import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ExperimentView, JobView, QueueView } from "../../../workers/contract/views.ts";
import { jobFiles, readStarted } from "../../../workers/engine/runner/job-files.ts";
import { isAlive } from "../../../workers/engine/runner/process-identity.ts";
import { runningPid, startLab, type TestLab } from "../lab.ts";
import { standInGpus } from "../../fixtures/nvidia-smi/stand-in-gpus.ts";
import { standIn, sweepYaml } from "../stand-in.ts";
import { readText, temporaryFolder, until } from "../runner/processes.ts";

const queue = ({ engine }: TestLab): Promise<QueueView> => engine.api.queue.list.query();

async function create({ engine }: TestLab, yaml: string): Promise<string> {
  return (await engine.api.experiment.create.mutate({ yaml, fileName: "stand-in.yaml" })).id;
}

function whenOver(lab: TestLab, id: string): Promise<ExperimentView> {
  return until("the experiment's end", async () => {
    const view = await lab.engine.api.experiment.get.query({ id });
    return view.runs.every((run) => !["waiting", "running", "held"].includes(run.state)) && view;
  }, 120_000);
}

const nameOf = (job: Pick<JobView, "kind" | "seed">): string => `${job.kind} ${job.seed ?? "base"}`;

describe("the queue of a running engine", { timeout: 180_000 }, () => {
  it("runs one job at a time, in order, a score after its training, and says of each that waits why", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "sleep" } });
    const lab = await startLab(env);
    await create(lab, sweepYaml({ seeds: "1..2" }));
    const view = await until("the first job", async () => {
      const now = await queue(lab);
      return now.running[0]?.phase === "train" && now;
    });
    expect(view.running.map(nameOf)).toEqual(["train 1"]);
    expect(view.waiting.map((job) => [nameOf(job), job.waitsFor])).toEqual([
      ["score 1", "waits for its training to finish"],
      ["train 2", "waits for the job that runs"],
      ["score 2", "waits for its training"],
    ]);
    expect(view.running[0]?.progress?.total).toBe(600);
  });

  it("lets jobs be moved, held and released", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "sleep" } });
    const lab = await startLab(env);
    const { api } = lab.engine;
    await create(lab, sweepYaml({ seeds: "1..3" }));
    const before = await queue(lab);
    const [one, three] = [1, 3].map((seed) => [...before.running, ...before.waiting].find((job) => job.kind === "train" && job.seed === seed));
    const second = before.waiting.find((job) => job.kind === "train" && job.seed === 2);
    if (one === undefined || second === undefined || three === undefined) throw new Error("three trainings are there");

    await api.queue.move.mutate({ jobId: three.id, beforeJobId: second.id });
    expect((await queue(lab)).waiting.map(nameOf)).toEqual(["score 1", "train 3", "train 2", "score 2", "score 3"]);
    await api.queue.hold.mutate({ jobId: three.id });
    expect((await queue(lab)).waiting.find((job) => job.id === three.id)).toMatchObject({ state: "held", waitsFor: "held by you" });
    await until("the first training", async () => (await queue(lab)).running[0]?.id === one.id);
    await api.queue.cancel.mutate({ jobId: one.id });
    await until("the second training to be done", async () => (await queue(lab)).ended.some((job) => job.id === second.id && job.state === "done"));
    expect((await queue(lab)).ended.some((job) => job.id === three.id)).toBe(false);
    await api.queue.release.mutate({ jobId: three.id });
    await until("the released training", async () => (await queue(lab)).ended.some((job) => job.id === three.id && job.state === "done"));
    await expect(api.queue.hold.mutate({ jobId: three.id })).rejects.toThrow("Only a job that waits can be held.");
  });

  it("stops a running job when asked, takes out what depends on it, and leaves no process", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "sleep" } });
    const lab = await startLab(env);
    const id = await create(lab, sweepYaml({ seeds: "1" }));
    const job = await until("the training", async () => (await queue(lab)).running.find((one) => one.phase === "train"));
    const { runs } = await lab.engine.api.experiment.get.query({ id });
    const training = readStarted(jobFiles(join(lab.folder, runs[0]?.folder ?? ""), job.id, 1));
    await lab.engine.api.experiment.cancel.mutate({ id });
    const view = await whenOver(lab, id);
    expect(view.runs.map((run) => run.state)).toEqual(["cancelled"]);
    await until("the process to stop", async () => (await queue(lab)).running.length === 0);
    expect((await queue(lab)).ended.map((one) => [nameOf(one), one.state])).toEqual(expect.arrayContaining([["train 1", "cancelled"], ["score 1", "cancelled"]]));
    expect(training !== null && isAlive(training)).toBe(false);
  });

  it("says what it can about every way to fail, and goes on with the next run", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "crash" }, "2": { train: "fail" }, "3": { train: "out-of-memory" }, "4": { train: "disk-full" } });
    const lab = await startLab(env);
    const view = await whenOver(lab, await create(lab, sweepYaml({ seeds: "1..5" })));
    expect(view.runs.map((run) => [run.seed, run.state, run.failure])).toEqual([
      [1, "failed", expect.stringMatching(/exit code 9 .*something broke/)],
      [2, "failed", expect.stringContaining("told to fail")],
      [3, "failed", expect.stringContaining("CUDA out of memory")],
      [4, "failed", expect.stringContaining("disk is full")],
      [5, "done", null],
    ]);
  });

  it("pauses after a crash when that is the policy, says why, and goes on when told to", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "fail" } });
    const lab = await startLab(env);
    await lab.engine.api.queue.policy.mutate({ afterCrash: "pause" });
    const id = await create(lab, sweepYaml({ seeds: "1..2" }));
    const paused = await until("the pause", async () => {
      const view = await queue(lab);
      return view.paused && view;
    });
    expect(paused.pausedWhy).toContain("The stand-in was told to fail.");
    expect(paused.waiting.map((job) => job.waitsFor)).toContain(`the queue is paused: ${paused.pausedWhy}`);
    await lab.engine.api.queue.resume.mutate();
    expect((await whenOver(lab, id)).runs.map((run) => run.state)).toEqual(["failed", "done"]);
  });

  it("tries a crashed job again when that is the policy, and a lucky try counts", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "crash" }, "2": { train: "sleep" } });
    const lab = await startLab(env);
    await lab.engine.api.queue.policy.mutate({ afterCrash: "retry" });
    const id = await create(lab, sweepYaml({ seeds: "1..2" }));
    const again = await until("the second try", async () => (await queue(lab)).waiting.find((job) => job.seed === 1 && job.attempt === 2));
    expect(again.kind).toBe("train");
    behave({});
    const sleeping = (await queue(lab)).running[0];
    if (sleeping !== undefined) await lab.engine.api.queue.cancel.mutate({ jobId: sleeping.id });
    const view = await whenOver(lab, id);
    expect(view.runs.find((run) => run.seed === 1)?.state).toBe("done");
  });

  it("closes a job that was killed while no engine was there, with the signal, and goes on", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "sleep" } });
    const lab = await startLab(env);
    const id = await create(lab, sweepYaml({ seeds: "1..2" }));
    const job = await until("the training", async () => (await queue(lab)).running.find((one) => one.phase === "train"));
    const { runs } = await lab.engine.api.experiment.get.query({ id });
    const training = readStarted(jobFiles(join(lab.folder, runs[0]?.folder ?? ""), job.id, 1));
    if (training === null) throw new Error("it has started");
    process.kill(runningPid(lab.folder), "SIGKILL");
    process.kill(training.pid, "SIGKILL");
    const view = await whenOver(lab, id);
    expect(view.runs.map((run) => run.state)).toEqual(["failed", "done"]);
    expect(view.runs[0]?.failure).toContain("killed by signal 9");
  });

  it("waits at the gate with the numbers, starts on the GPU that has the memory, and tries again what ran out of it", async () => {
    const desktop = { pid: 2165, name: "/usr/lib/xorg/Xorg", usedMib: 3900, type: "G" };
    const gpus = standInGpus(temporaryFolder(), { gpus: [{ uuid: "GPU-stand-in-1", usedMib: 10_366, processes: [desktop] }] });
    const { env, behave } = standIn(gpus.env);
    behave({ "1": { train: "out-of-memory" } });
    const lab = await startLab(env);
    const id = await create(lab, sweepYaml({ seeds: "1", gate: "gate: { free_mib: 21864, for_seconds: 1 }" }));
    const waiting = await until("the gate", async () => (await queue(lab)).waiting.find((job) => job.state === "gated" && job.waitsFor?.includes("MiB")));
    expect(waiting.waitsFor).toMatch(/^14,210 of 21,864 MiB free/);
    await until("the name of who holds it", async () => (await queue(lab)).waiting.some((job) => job.waitsFor === "14,210 of 21,864 MiB free; Xorg (pid 2165) holds 3,900 MiB"));
    gpus.set({ gpus: [{ uuid: "GPU-stand-in-1", usedMib: 2576 }] });
    await until("the second try", async () => [...(await queue(lab)).waiting, ...(await queue(lab)).running].some((job) => job.kind === "train" && job.attempt === 2));
    behave({});
    const view = await whenOver(lab, id);
    expect(view.runs[0]?.state).toBe("done");
    const lines = readText(join(lab.folder, view.runs[0]?.folder ?? "", "events.jsonl"));
    expect(lines).toContain('"name": "GPU-stand-in-1"');
  });
});
