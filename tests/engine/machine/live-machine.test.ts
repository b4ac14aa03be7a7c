import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { standInGpus } from "../../fixtures/nvidia-smi/stand-in-gpus.ts";
import { startLab } from "../lab.ts";
import { temporaryFolder, until } from "../runner/processes.ts";
import { standIn, sweepYaml } from "../stand-in.ts";

const uuid = "GPU-stand-in-1";

describe("the machine of a running engine", () => {
  it("keeps what the card did while a job ran, with the job as a band, its peak, and its energy in the bill", async () => {
    const gpus = standInGpus(temporaryFolder(), { gpus: [{ uuid, usedMib: 500, power: 40 }] });
    const { env, behave } = standIn(gpus.env);
    behave({ "1": { train: "sleep" } });
    const lab = await startLab(env);
    const { api } = lab.engine;
    const { id } = await api.experiment.create.mutate({ yaml: sweepYaml({ seeds: "1" }), fileName: "stand-in.yaml" });
    const job = await until("the training", async () => (await api.queue.list.query()).running.find(({ phase }) => phase === "train"));
    gpus.set({ gpus: [{ uuid, usedMib: 9_000, power: 350, processes: [{ pid: 4711, name: "/usr/bin/python3", usedMib: 8_400 }] }] });
    await until("the holder", async () => (await api.machine.now.query()).gpus[0]?.holders.some(({ program, usedMib }) => program === "python3" && usedMib === 8_400));
    const now = await api.machine.now.query();
    expect(now).toMatchObject({ gpuState: null, periodMs: 500, gpus: [{ uuid, usedMib: 9_000, powerWatts: 350, powerKind: "instant", fanPercent: 30, smClockMhz: 1695, throttle: [] }] });
    expect(now.jobs.map(({ jobId }) => jobId)).toEqual([job.id]);
    await api.experiment.cancel.mutate({ id });
    await until("its end", async () => (await api.queue.list.query()).running.length === 0);

    const [attempt] = await api.machine.attempts.query({ limit: 10, experimentId: id });
    expect(attempt).toMatchObject({ jobId: job.id, attempt: 1, device: uuid, endKind: "interrupted", baselineMib: 500, peakMib: 9_000 });
    const fromMs = (attempt?.startedMs ?? 0) - 10_000;
    const trace = await api.machine.trace.query({ fromMs, toMs: Date.now() + 1_000, points: 600, fields: null });
    const gpu = trace.sources.find(({ kind }) => kind === "gpu");
    expect(gpu).toMatchObject({ key: uuid, name: "NVIDIA GeForce RTX 3090", totalMib: 24_576, powerKind: "instant", gaps: [] });
    expect(Math.max(...(gpu?.fields.find(({ field }) => field === "usedMib")?.max ?? []).map((value) => value ?? 0))).toBe(9_000);
    expect(trace.attempts.map(({ jobId, phases }) => [jobId, phases.map(({ phase }) => phase)])).toEqual([[job.id, expect.arrayContaining(["train"])]]);
    expect(trace.sources.find(({ kind }) => kind === "job")).toMatchObject({ key: job.id, name: "lora, seed 1, train" });

    const bill = await until("the power on disk", async () => {
      const view = await api.experiment.bill.query({ id });
      return (view.rows[0]?.energyCoverage ?? 0) > 0.5 && view.rows[0];
    });
    const seconds = ((attempt?.endedMs ?? 0) - (attempt?.startedMs ?? 0)) / 1000;
    expect(bill.energyWh).toBeGreaterThan((40 * seconds * 0.5) / 3600);
    expect(bill.energyWh).toBeLessThan((350 * seconds) / 3600);
  }, 60_000);

  it("says what is wrong with the driver, waits, and is back when it is", async () => {
    const broken = { gpus: [], fails: { exit: 18, says: "Failed to initialize NVML: Driver/library version mismatch" } };
    const gpus = standInGpus(temporaryFolder(), broken);
    const { env } = standIn(gpus.env);
    const { engine: { api } } = await startLab(env);
    await until("the reason", async () => (await api.machine.now.query()).gpuState?.includes("different versions"));
    const { id } = await api.experiment.create.mutate({ yaml: sweepYaml({ seeds: "1", gate: "gate: { free_mib: 100, for_seconds: 0 }" }), fileName: "stand-in.yaml" });
    const waiting = await until("the gate", async () => (await api.queue.list.query()).waiting.find(({ state }) => state === "gated"));
    expect(waiting.waitsFor).toContain("the GPU's memory is unknown");
    gpus.set({ gpus: [{ uuid }] });
    await until("the run", async () => (await api.experiment.get.query({ id })).runs[0]?.state === "done", 20_000);
    expect((await api.machine.now.query()).gpuState).toBeNull();
  }, 60_000);

  it("shows a machine without a GPU by its memory and processors, and the job by its processes", async () => {
    const { env, behave } = standIn({ FLIPBOOK_NVIDIA_SMI: join(temporaryFolder(), "not-there") });
    behave({ "1": { train: "sleep" } });
    const { engine: { api } } = await startLab(env);
    await api.experiment.create.mutate({ yaml: sweepYaml({ seeds: "1" }), fileName: "stand-in.yaml" });
    await until("the training", async () => (await api.queue.list.query()).running.find(({ phase }) => phase === "train"));
    const trace = await until("some readings", async () => {
      const found = await api.machine.trace.query({ fromMs: Date.now() - 60_000, toMs: Date.now() + 1_000, points: 600, fields: null });
      return (found.sources.find(({ kind }) => kind === "job")?.times.length ?? 0) > 2 && found;
    });
    expect(trace.sources.map(({ kind }) => kind)).toEqual(["machine", "job"]);
    const [machine, job] = trace.sources;
    expect(machine?.fields.map(({ field }) => field)).toEqual(["freeMib", "load", "cpuPercent"]);
    expect(Math.max(...(job?.fields.find(({ field }) => field === "rssMib")?.max ?? []).map((value) => value ?? 0))).toBeGreaterThan(3);
    expect(trace.attempts[0]).toMatchObject({ device: null, endedMs: null, peakMib: null });
    await expect(api.machine.trace.query({ fromMs: 5, toMs: 4, points: 600, fields: null })).rejects.toThrow("to a later one");
    await api.machine.setPeriod.mutate({ periodMs: 200 });
    expect((await api.machine.now.query()).periodMs).toBe(200);
  }, 60_000);
});
