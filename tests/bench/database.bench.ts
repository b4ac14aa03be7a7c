import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackMatrix, type PackedMatrix } from "../../workers/contract/matrix-wire.ts";
import type { ChangeEvent } from "../../workers/contract/views.ts";
import { insertExperiment } from "../../workers/database/experiments.ts";
import { insertJob } from "../../workers/database/jobs.ts";
import { openDatabase } from "../../workers/database/open.ts";
import type { LabDatabase } from "../../workers/database/open.ts";
import { insertRun } from "../../workers/database/runs.ts";
import { freezeTask } from "../../workers/database/tasks.ts";
import { defaultLora, defaultScore, defaultTrain } from "../../workers/domain/experiment/defaults.ts";
import type { Arm, ExperimentPlan } from "../../workers/domain/experiment/experiment.ts";
import type { Task } from "../../workers/domain/task/task.ts";
import { storedArms } from "../../workers/engine/experiment-arms.ts";
import { labOverview } from "../../workers/engine/handlers/lab.ts";
import { lossView } from "../../workers/engine/handlers/losses.ts";
import { matrixView } from "../../workers/engine/handlers/matrix.ts";
import { itemView } from "../../workers/engine/handlers/item.ts";
import { searchText } from "../../workers/database/search.ts";
import { ingestRun } from "../../workers/engine/ingest/ingest-run.ts";
import { packMatrix } from "../../workers/engine/pack-matrix.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

const labels = ["answer", "rag", "web"];
const arms: readonly Arm[] = [
  { name: "base", substrate: "none", path: { runtime: "peft", dtype: "bf16" }, prompt: null, trainable: null, train: null },
  { name: "lora", substrate: "lora", path: { runtime: "peft", dtype: "bf16" }, prompt: null, trainable: { kind: "lora", lora: defaultLora }, train: defaultTrain },
];

function benchTask(items: number): Task {
  return {
    name: `bench-${items}`, version: 1, title: "Bench", maxNewTokens: 24,
    fields: [{ name: "tool", says: "What answers.", labels: labels.map((name) => ({ name, says: name })) }],
    template: { system: "{labels}", described: "{descriptions}", user: "{input}", answer: '{"tool":"{tool}"}' },
    sanitise: { version: 1, steps: [{ step: "first-json-object" }] },
    metric: { kind: "exact-match", fields: ["tool"] },
    items: Array.from({ length: items }, (_, index) => ({ id: `item-${index}`, split: "test" as const, input: `Where did I write down what number ${index} of ${items} means for the trip in May?`, gold: { tool: label(index) } })),
  };
}

function label(index: number): string {
  return labels[index % labels.length] ?? "answer";
}

type Lab = { readonly folder: string; readonly db: LabDatabase; readonly publish: (event: ChangeEvent) => void };

/** Experiments of the given size with their runs and jobs, as `create` writes them. */
function addExperiments(lab: Lab, task: Task, { experiments, runs }: { readonly experiments: number; readonly runs: number }): readonly { readonly id: string; readonly runIds: readonly string[] }[] {
  const hash = freezeTask(lab.db, task, 0);
  const plan: ExperimentPlan = { name: "bench", task: { kind: "builtin", name: "bench" }, base: { kind: "builtin", name: "bench" }, seeds: [], arms, gate: null, score: defaultScore };
  return lab.db.transaction(() => Array.from({ length: experiments }, (_, number) => {
    const id = `${task.name}-${number}`;
    insertExperiment(lab.db, { id, name: `bench ${number}`, taskHash: hash, yaml: "", fileHash: "", plan, tags: [], createdMs: number, arms: storedArms(plan, hash) });
    const runIds = Array.from({ length: runs }, (__, index) => `${id}-run-${index}`);
    for (const [index, runId] of runIds.entries()) {
      const arm = index === 0 ? "base" : "lora";
      insertRun(lab.db, { id: runId, experimentId: id, arm, seed: index === 0 ? null : index, batch: "batch 1", folder: `runs/${runId}`, createdMs: 0, items: task.items.length });
      for (const kind of ["train", "score"] as const) insertJob(lab.db, { id: `${runId}-${kind}`, runId, kind, dependsOn: null, createdMs: 0 });
      mkdirSync(join(lab.folder, "runs", runId), { recursive: true });
    }
    return { id, runIds };
  }));
}

function head(job: string, seq: number): object {
  return { v: 1, job, seq, t: 1_764_000_000.123 + seq };
}

function stepLines(runId: string, points: number): string {
  const job = `${runId}-train`;
  return Array.from({ length: points }, (_, index) =>
    `${JSON.stringify({ ...head(job, index + 1), kind: "step", step: index + 1, steps: points, epoch: 1 + Math.floor(index / 100), loss: 2.5 / Math.sqrt(index + 1), learningRate: 0.0001, tokens: 96, digest: null })}\n`).join("");
}

function answerLines(runId: string, items: number): string {
  const job = `${runId}-score`;
  return Array.from({ length: items }, (_, index) =>
    `${JSON.stringify({ ...head(job, index + 1), kind: "prediction", item: `item-${index}`, repeat: 1, raw: JSON.stringify({ tool: label(index * 7 + runId.length) }), end: "stop", promptTokens: 120, completionTokens: 9, latencyMs: 31.25, goldLogProb: null, givenLogProb: null })}\n`).join("");
}

function medianMs(repeats: number, work: () => unknown): number {
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((left, right) => left - right);
  return times[Math.floor(repeats / 2)] ?? 0;
}

function matrixBench(lab: Lab): readonly Measurement[] {
  const task = benchTask(1_000);
  const [experiment] = addExperiments(lab, task, { experiments: 1, runs: 200 });
  if (experiment === undefined) throw new Error("no experiment");
  let ms = 0;
  for (const runId of experiment.runIds) {
    writeFileSync(join(lab.folder, "runs", runId, "events.jsonl"), answerLines(runId, 1_000));
    const start = performance.now();
    ingestRun(lab, runId);
    ms += performance.now() - start;
  }
  return [
    { name: "taking over one answer", value: (ms / 200_000) * 1000, unit: "µs", limit: 100 },
    { name: "matrix of 200 runs × 1,000 items", value: medianMs(15, () => matrixView(lab, experiment.id)), unit: "ms", limit: 20 },
    { name: "the same packed, written, read again and unpacked, as a window gets it", value: medianMs(15, () => unpackMatrix(JSON.parse(JSON.stringify(packMatrix(matrixView(lab, experiment.id)))) as PackedMatrix)), unit: "ms", limit: 20 },
    { name: "one item with the answers of 200 runs", value: medianMs(15, () => itemView(lab, experiment.id, 500)), unit: "ms", limit: 20 },
    { name: "search in 200,000 answers", value: medianMs(5, () => searchText(lab.db, "number 77", 50)), unit: "ms", limit: 50 },
  ];
}

function lossBench(lab: Lab): readonly Measurement[] {
  const experiments = addExperiments(lab, benchTask(47), { experiments: 20, runs: 50 });
  const runIds = experiments.flatMap((experiment) => experiment.runIds);
  let ms = 0;
  for (const runId of runIds) {
    const file = join(lab.folder, "runs", runId, "events.jsonl");
    writeFileSync(file, stepLines(runId, 2_000));
    const start = performance.now();
    ingestRun(lab, runId);
    ms += performance.now() - start;
    appendFileSync(file, answerLines(runId, 47));
    ingestRun(lab, runId);
  }
  lab.db.statement<[], unknown>("PRAGMA wal_checkpoint(TRUNCATE)").get();
  const megabytes = statSync(lab.db.file).size / 1e6;
  return [
    { name: "taking over one loss point", value: (ms / 2_000_000) * 1000, unit: "µs", limit: 1000 / 300 },
    { name: "lab of 1,000 runs × 2,000 loss points and 47 answers on disk", value: megabytes, unit: "MB", limit: 35 },
    { name: "listing that lab", value: medianMs(15, () => labOverview({ db: lab.db, lab: lab.folder, engine: { pid: 1, version: "bench", startedMs: 0 } })), unit: "ms", limit: 50 },
    { name: "50 loss curves of 2,000 points", value: medianMs(15, () => lossView(lab, experiments[7]?.id ?? "")), unit: "ms", limit: 30 },
  ];
}

function inLab(bench: (lab: Lab) => readonly Measurement[]): readonly Measurement[] {
  const folder = mkdtempSync(join(tmpdir(), "flipbook-bench-"));
  const db = openDatabase(join(folder, "lab.sqlite"));
  try {
    return bench({ folder, db, publish: () => undefined });
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The limits of the database, measured on a lab made for it. */
export function bench(): readonly Measurement[] {
  return [...inLab(matrixBench), ...inLab(lossBench)];
}
