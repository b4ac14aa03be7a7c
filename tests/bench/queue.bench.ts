import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertExperiment } from "../../workers/database/experiments.ts";
import { insertJob, listOpenJobs } from "../../workers/database/jobs.ts";
import { openDatabase, type LabDatabase } from "../../workers/database/open.ts";
import { insertRun } from "../../workers/database/runs.ts";
import { setQueueSetting } from "../../workers/database/settings.ts";
import { freezeTask } from "../../workers/database/tasks.ts";
import { defaultLora, defaultScore, defaultTrain } from "../../workers/domain/experiment/defaults.ts";
import type { Arm, ExperimentPlan } from "../../workers/domain/experiment/experiment.ts";
import { storedArms } from "../../workers/engine/experiment-arms.ts";
import { createQueue, type Queue } from "../../workers/engine/queue/queue.ts";
import { queueView } from "../../workers/engine/queue/queue-view.ts";
import { inventedTask } from "../fixtures/lab/invented-task.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

const arm: Arm = { name: "lora", substrate: "lora", path: { runtime: "peft", dtype: "bf16" }, prompt: null, trainable: { kind: "lora", lora: defaultLora }, train: defaultTrain };

/** A sweep of so many seeds, each a training and a scoring that wait. */
function fill(db: LabDatabase, seeds: number): void {
  const task = inventedTask(47);
  const hash = freezeTask(db, task, 0);
  const plan: ExperimentPlan = { name: "large sweep", task: { kind: "builtin", name: task.name }, base: { kind: "builtin", name: "bench" }, seeds: [], arms: [arm], gate: { freeMib: 21_864, forSeconds: 5 }, score: defaultScore };
  db.transaction(() => {
    insertExperiment(db, { id: "sweep", name: "large sweep", taskHash: hash, yaml: "", fileHash: "", plan, tags: [], createdMs: 0, arms: storedArms(plan, hash) });
    for (let seed = 1; seed <= seeds; seed++) {
      const id = `lora-s${seed}`;
      insertRun(db, { id, experimentId: "sweep", arm: "lora", seed, batch: "batch 1", folder: `runs/${id}`, createdMs: 0, items: 47 });
      insertJob(db, { id: `${id}-train`, runId: id, kind: "train", dependsOn: null, createdMs: 0 });
      insertJob(db, { id: `${id}-score`, runId: id, kind: "score", dependsOn: `${id}-train`, createdMs: 0 });
    }
  });
  setQueueSetting(db, { paused: true, pausedWhy: "a bench", afterCrash: "go-on", memoryRetries: 2 });
}

function idleQueue(db: LabDatabase): Queue {
  return createQueue({
    db,
    attempts: { began: () => undefined, ended: () => undefined, death: () => "" },
    runner: () => ({ start: () => Promise.resolve(), adopt: () => ({ kind: "never-started" }), stop: () => false, close: () => undefined }),
    gate: { slots: () => 1, check: () => ({ kind: "closed", why: "a bench" }), take: () => false, release: () => undefined },
    prepare: () => ({ file: "", args: [], env: {}, device: null }),
    publish: () => undefined,
    now: Date.now,
    later: () => () => undefined,
  });
}

function medianMs(repeats: number, work: (repeat: number) => unknown): number {
  const times = Array.from({ length: repeats }, (_, repeat) => {
    const start = performance.now();
    work(repeat);
    return performance.now() - start;
  }).sort((left, right) => left - right);
  return times[Math.floor(repeats / 2)] ?? 0;
}

/** The limits of a queue in which a thousand jobs wait. */
export function bench(): readonly Measurement[] {
  const folder = mkdtempSync(join(tmpdir(), "flipbook-bench-"));
  const db = openDatabase(join(folder, "lab.sqlite"));
  try {
    fill(db, 500);
    const queue = idleQueue(db);
    const view = (): unknown => queueView({ db, queue, slots: () => 1, now: Date.now });
    const ids = listOpenJobs(db).map(({ id }) => id);
    const [first, last] = [ids[0] ?? "", ids.at(-1) ?? ""];
    const move = (repeat: number): void => (repeat % 2 === 0 ? queue.move(last, first) : queue.move(last, null));
    return [
      { name: "listing 1,000 waiting jobs", value: medianMs(15, view), unit: "ms", limit: 50 },
      { name: "moving the last of 1,000 jobs to the front, or back", value: medianMs(15, move), unit: "ms", limit: 50 },
      { name: "deciding which of 1,000 jobs is next", value: medianMs(15, () => queue.schedule()), unit: "ms", limit: 50 },
    ];
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
