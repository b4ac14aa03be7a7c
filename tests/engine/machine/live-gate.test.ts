import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { QueueView } from "../../../workers/contract/views.ts";
import { standInGpus } from "../../fixtures/nvidia-smi/stand-in-gpus.ts";
import { startLab, type TestLab } from "../lab.ts";
import { readText, temporaryFolder, until } from "../runner/processes.ts";
import { standIn, sweepYaml } from "../stand-in.ts";

const queue = ({ engine }: TestLab): Promise<QueueView> => engine.api.queue.list.query();
const create = async ({ engine }: TestLab, yaml: string): Promise<string> => (await engine.api.experiment.create.mutate({ yaml, fileName: "stand-in.yaml" })).id;

describe("the gate of a running engine", () => {
  it("gives each of two cards one job, tells the job which, and lets the third wait", async () => {
    const gpus = standInGpus(temporaryFolder(), { gpus: [{ uuid: "GPU-one" }, { uuid: "GPU-two", busId: "00000000:02:00.0" }] });
    const { env, behave } = standIn(gpus.env);
    behave({ "1": { train: "sleep" }, "2": { train: "sleep" }, "3": { train: "sleep" } });
    const lab = await startLab(env);
    const id = await create(lab, sweepYaml({ seeds: "1..3", gate: "gate: { free_mib: 20000, for_seconds: 0 }" }));
    const view = await until("two jobs", async () => {
      const now = await queue(lab);
      return now.running.filter(({ phase }) => phase === "train").length === 2 && now;
    });
    expect(view.running.map(({ seed }) => seed)).toEqual([1, 2]);
    expect(view.waiting.find(({ seed, kind }) => seed === 3 && kind === "train")?.waitsFor).toBe("waits for one of 2 running jobs");
    const attempts = await lab.engine.api.machine.attempts.query({ limit: 10, experimentId: id });
    expect(attempts.map(({ device }) => device).sort()).toEqual(["GPU-one", "GPU-two"]);
    const { runs } = await lab.engine.api.experiment.get.query({ id });
    for (const attempt of attempts) {
      const lines = readText(join(lab.folder, runs.find((run) => run.id === attempt.runId)?.folder ?? "", "events.jsonl"));
      expect(lines).toContain(`"name": "${attempt.device}"`);
    }
    await lab.engine.api.experiment.cancel.mutate({ id });
  }, 60_000);

  it("sends a job that ran out of memory back so often as is set, and then reports what was on the card", async () => {
    const gpus = standInGpus(temporaryFolder(), { gpus: [{ uuid: "GPU-one", usedMib: 2_000, processes: [{ pid: 2165, name: "/usr/lib/xorg/Xorg", usedMib: 1_900, type: "G" }] }] });
    const { env, behave } = standIn(gpus.env);
    behave({ "1": { train: "out-of-memory" } });
    const lab = await startLab(env);
    await until("who holds the memory", async () => (await lab.engine.api.machine.now.query()).gpus[0]?.holders.length === 1);
    await lab.engine.api.queue.policy.mutate({ afterCrash: "go-on", memoryRetries: 1 });
    const id = await create(lab, sweepYaml({ seeds: "1", gate: "gate: { free_mib: 20000, for_seconds: 0 }" }));
    const failed = await until("the end", async () => {
      const { runs } = await lab.engine.api.experiment.get.query({ id });
      return runs[0]?.state === "failed" && runs[0];
    }, 20_000);
    expect(failed.failure).toMatch(/CUDA out of memory.* It was attempt 2\. The card had 22,576 MiB free at its start.*Xorg \(pid 2165\) holds 1,900 MiB\./);
    const attempts = await lab.engine.api.machine.attempts.query({ limit: 10, experimentId: id });
    expect(attempts.map(({ attempt, endKind, needMib }) => [attempt, endKind, needMib])).toEqual([[2, "out-of-memory", 20_000], [1, "out-of-memory", 20_000]]);
  }, 60_000);

  it("never lets two labs start on the same free memory", async () => {
    const gpus = standInGpus(temporaryFolder(), { gpus: [{ uuid: "GPU-shared" }] });
    const first = standIn(gpus.env);
    first.behave({ "1": { train: "sleep" } });
    const [one, other] = [await startLab(first.env), await startLab(standIn(gpus.env).env)];
    const gate = "gate: { free_mib: 20000, for_seconds: 0 }";
    const slow = await create(one, sweepYaml({ seeds: "1", gate }));
    await until("the first lab's job", async () => (await queue(one)).running.some(({ phase }) => phase === "train"));
    const quick = await create(other, sweepYaml({ seeds: "1", gate }));
    const waiting = await until("the second lab's wait", async () => (await queue(other)).waiting.find(({ state }) => state === "gated"));
    expect(waiting.waitsFor).toBe(`a job of the lab ${one.folder} has the GPU`);
    await one.engine.api.experiment.cancel.mutate({ id: slow });
    await until("the second lab's run", async () => (await other.engine.api.experiment.get.query({ id: quick })).runs[0]?.state === "done", 20_000);
  }, 60_000);
});
