import { describe, expect, it } from "vitest";
import { endJob, listJobsOfExperiment, listOpenJobs, startJob, type Job } from "../../../workers/database/jobs.ts";
import { beginPhase, setProgress } from "../../../workers/database/job-progress.ts";
import { usualDurations } from "../../../workers/engine/queue/usual-duration.ts";
import { openTestLab, sweepYaml, type TestLab } from "../lab-fixture.ts";

const named = (name: string): string => sweepYaml.replace("name: small sweep", `name: ${name}`);
const create = (lab: TestLab, yaml: string): readonly Job[] => listJobsOfExperiment(lab.db, lab.handlers.experiment.create({ yaml, fileName: lab.fileName }).id);

function jobOf(jobs: readonly Job[], arm: string, kind: Job["kind"], seed: number | null = null): Job {
  const found = jobs.find((job) => job.arm === arm && job.kind === kind && (seed === null || job.seed === seed));
  if (found === undefined) throw new Error(`there is a ${kind} of ${arm}`);
  return found;
}

function did(lab: TestLab, job: Job, ms: number): void {
  startJob(lab.db, job.id, { pid: 1, bootId: null, processStart: null, startedMs: 1_000 });
  endJob(lab.db, job.id, { state: "done", end: { kind: "done" }, endedMs: 1_000 + ms });
}

describe("how long a job usually takes", () => {
  it("is known from the same recipe in an earlier experiment, by the middle one of the last", () => {
    const lab = openTestLab();
    const before = create(lab, named("earlier"));
    for (const [index, ms] of [900, 1_000, 5_000].entries()) did(lab, jobOf(before, "lora", "train", index + 1), ms);
    const usual = usualDurations(lab.db, [], 0);
    const now = create(lab, named("later"));
    expect(usual(jobOf(now, "lora", "train"))).toBe(1_000);
    expect(usual(jobOf(now, "lora", "score"))).toBeNull();
  });

  it("is that of the same experiment where the recipe is new, and not of one with another recipe elsewhere", () => {
    const lab = openTestLab();
    did(lab, jobOf(create(lab, named("other").replace("rank: 4", "rank: 64")), "lora", "train"), 77_000);
    const jobs = create(lab, named("this"));
    expect(usualDurations(lab.db, [], 0)(jobOf(jobs, "lora", "score"))).toBeNull();
    did(lab, jobOf(jobs, "base", "score"), 300);
    expect(usualDurations(lab.db, [], 0)(jobOf(jobs, "lora", "score"))).toBe(300);
    expect(usualDurations(lab.db, [], 0)(jobOf(jobs, "lora", "train"))).toBeNull();
  });

  it("is the pace of one like it that runs, as long as none is done", () => {
    const lab = openTestLab();
    const jobs = create(lab, named("this"));
    const running = jobOf(jobs, "lora", "train", 1);
    startJob(lab.db, running.id, { pid: 1, bootId: null, processStart: null, startedMs: 0 });
    beginPhase(lab.db, running.id, { name: "train", startedMs: 1_000 });
    setProgress(lab.db, running.id, { done: 10, total: 40, unit: "steps", loss: null });
    expect(usualDurations(lab.db, listOpenJobs(lab.db), 11_000)(jobOf(jobs, "lora", "train", 2))).toBe(41_000);
  });
});
