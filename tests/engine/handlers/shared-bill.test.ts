import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { beginAttempt, endAttempt } from "../../../workers/database/attempts.ts";
import { endJob, startJob } from "../../../workers/database/jobs.ts";
import type { Run } from "../../../workers/database/runs.ts";
import { putTraceBlock, putTraceSource } from "../../../workers/database/traces.ts";
import { minuteOf } from "../../../workers/domain/trace/block.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { appendEvents, jobLines, openTestLab, runOf, scoring, started, startSweep, done, type TestLab } from "../lab-fixture.ts";

const yaml = `name: small sweep
task: ./task
base: ./model
seeds: [1]
arms:
  - { name: base }
  - { name: weights, lora: { rank: 4 } }
  - { name: combined, prompt: { shots: 1 }, lora: { rank: 4 }, both: combined-at-scoring }
`;
const startedMs = 1_700_000_000_000;
const device = "GPU-1";

/** A training as its job's lines and its specification tell it; the jobs' clock begins at `startedMs`. */
function trained(lab: TestLab, run: Run, reuse: string | null): void {
  const job = `${run.id}-train`;
  mkdirSync(join(lab.folder, run.folder, "jobs"), { recursive: true });
  writeFileSync(join(lab.folder, run.folder, "jobs", `${job}.json`), JSON.stringify({ kind: "train", reuse: reuse === null ? null : { run: reuse, job: `${reuse}-train`, folder: "/there" } }));
  appendEvents(lab, run, jobLines(job, [started, { kind: "phase", phase: "train" }, { kind: "phase-end", phase: "train", seconds: 600, peakRssMib: 1, peakCudaMib: null, t: startedMs / 1000 + (reuse === null ? 601 : 3) }, done]));
  over(lab, job, reuse === null ? 602_000 : 4_000);
}

function over(lab: TestLab, job: string, lastedMs: number): void {
  const attempt = { jobId: job, attempt: 1 };
  startJob(lab.db, job, { pid: 1, bootId: null, processStart: null, startedMs });
  beginAttempt(lab.db, { ...attempt, device, startedMs, needMib: null, baselineMib: null, freeMib: null });
  endAttempt(lab.db, attempt, { end: { kind: "done" }, endedMs: startedMs + lastedMs, peakMib: null });
  endJob(lab.db, job, { state: "done", end: { kind: "done" }, endedMs: startedMs + lastedMs });
}

test("a training that two arms share is billed to each and counted once, and drew its power once", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab, yaml);
  const source = putTraceSource(lab.db, { kind: "gpu", key: device, name: "card", totalMib: 24_576, powerKind: "instant" });
  const offsets = Array.from({ length: 60 }, (_, second) => second * 1000);
  for (let minute = -11; minute <= 11; minute++) putTraceBlock(lab.db, source, { minute: minuteOf(startedMs) + minute, periodMs: 1000, offsets, columns: new Map([["powerWatts", offsets.map(() => 360)]]) });
  const [weights, combined] = [runOf(runs, "weights", 1), runOf(runs, "combined", 1)];
  trained(lab, weights, null);
  trained(lab, combined, weights.id);
  for (const run of [weights, combined]) {
    appendEvents(lab, run, scoring(run, "pppppp"));
    over(lab, `${run.id}-score`, 10_000);
    ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  }
  const rowOf = (arm: string) => lab.handlers.experiment.bill({ id }).rows.find((row) => row.arm === arm);
  expect(rowOf("weights")).toMatchObject({ seconds: { train: 600, score: 3 }, workSeconds: 604.5, takenOver: null });
  expect(rowOf("combined")).toMatchObject({ seconds: { train: 600, score: 3 }, workSeconds: 4.5, takenOver: { what: "training", run: weights.id } });
  expect(rowOf("weights")?.energyWhByPhase.train).toBeCloseTo(60, 0);
  expect(rowOf("combined")?.energyWhByPhase.train, "power was drawn in these ten minutes, but by the other run").toBeNull();
  expect(rowOf("combined")?.energyWh, "of what it did itself: the taking over and the scoring").toBeCloseTo(1.4, 1);
  expect(rowOf("base")).toMatchObject({ workSeconds: null, takenOver: null });
});
