import { describe, expect, it } from "vitest";
import { beginAttempt, endAttempt } from "../../../workers/database/attempts.ts";
import { listJobsOfExperiment } from "../../../workers/database/jobs.ts";
import { deathWords } from "../../../workers/engine/machine/attempt-log.ts";
import { learnedMib, marginMib, needOf } from "../../../workers/engine/machine/need.ts";
import { saysOutOfMemory } from "../../../workers/engine/runner/out-of-memory.ts";
import { openTestLab, sweepYaml } from "../lab-fixture.ts";

const run = (baselineMib: number | null, freeMib: number | null, peakMib: number | null, peakCudaMib: number | null = null) => ({ baselineMib, freeMib, peakMib, peakCudaMib });

describe("a need learned from earlier runs of the same arm", () => {
  it("is the most that any of them took, and a margin", () => {
    expect(learnedMib([run(300, 24_200, 16_300), run(310, 24_100, 17_310)])).toBe(17_000 + marginMib);
  });

  it("is no more than was free when such a run started, because with that it was done", () => {
    expect(learnedMib([run(310, 24_266, 24_570)])).toBe(24_266);
    expect(learnedMib([run(100, 24_476, 23_904)])).toBe(23_804 + marginMib);
  });

  it("takes what the job itself reserved where the trace saw less or nothing", () => {
    expect(learnedMib([run(null, 24_000, null, 9_000)])).toBe(9_000 + marginMib);
    expect(learnedMib([run(300, 24_000, 5_300, 9_000)])).toBe(9_000 + marginMib);
  });

  it("is unknown where nothing is known of any", () => {
    expect(learnedMib([])).toBeNull();
    expect(learnedMib([run(null, null, null), run(500, 24_000, 500)])).toBeNull();
  });
});

describe("a lack of memory", () => {
  it("is recognised in what CUDA, PyTorch, cuBLAS and the system print", () => {
    for (const said of [
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.69 GiB of which 1.12 GiB is free.",
      "RuntimeError: CUDA error: out of memory", "CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
      "RuntimeError: [enforce fail at alloc_cpu.cpp:118] DefaultCPUAllocator: can't allocate memory: you tried to allocate 4096 bytes", "terminate called after throwing an instance of 'std::bad_alloc'",
    ]) expect(saysOutOfMemory(said), said).toBe(true);
    expect(saysOutOfMemory("ImportError: no module named memory; 12 out of 47 items")).toBe(false);
  });

  it("is reported with what was on the card at the time", () => {
    expect(deathWords({ attempt: 3, freeMib: 22_010, peakMib: 24_310, totalMib: 24_576, others: [{ pid: 2165, program: "Xorg", usedMib: 390, draws: true }] })).toBe(
      " It was attempt 3. The card had 22,010 MiB free at its start; at the most 24,310 of 24,576 MiB were in use. Xorg (pid 2165) holds 390 MiB.",
    );
    expect(deathWords({ attempt: 1, freeMib: null, peakMib: null, totalMib: null, others: [] })).toBe("");
    expect(deathWords({ attempt: 1, freeMib: null, peakMib: 900, totalMib: null, others: [] })).toBe(" At the most 900 MiB were in use.");
  });
});

describe("the need of a job in a lab", () => {
  it("is the file's where it gives one, else what the last runs of the same recipe and kind took, else unknown", () => {
    const lab = openTestLab();
    const job = (experimentId: string, kind: "train" | "score") => {
      const found = listJobsOfExperiment(lab.db, experimentId).find((one) => one.kind === kind && one.arm !== "base");
      if (found === undefined) throw new Error(`there is a ${kind} job`);
      return found;
    };
    const { id } = lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName });
    const training = job(id, "train");
    expect(needOf(lab.db, training)).toBeNull();
    beginAttempt(lab.db, { jobId: training.id, attempt: 1, device: "GPU-a", startedMs: 0, needMib: null, baselineMib: 300, freeMib: 24_000 });
    endAttempt(lab.db, { jobId: training.id, attempt: 1 }, { end: { kind: "done" }, endedMs: 9, peakMib: 9_300 });
    const later = lab.handlers.experiment.create({ yaml: sweepYaml.replace("name: small sweep", "name: the same again"), fileName: lab.fileName });
    expect(needOf(lab.db, job(later.id, "train"))).toEqual({ freeMib: 9_000 + marginMib, forSeconds: 5, from: "earlier-run" });
    expect(needOf(lab.db, job(later.id, "score"))).toBeNull();
    const given = lab.handlers.experiment.create({ yaml: `${sweepYaml}gate: { free_mib: 21864, for_seconds: 7 }\n`, fileName: lab.fileName });
    expect(needOf(lab.db, job(given.id, "train"))).toEqual({ freeMib: 21_864, forSeconds: 7, from: "file" });
  });
});
