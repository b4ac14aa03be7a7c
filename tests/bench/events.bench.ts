import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { insertExperiment } from "../../workers/database/experiments.ts";
import { insertJob } from "../../workers/database/jobs.ts";
import { openDatabase, type LabDatabase } from "../../workers/database/open.ts";
import { getRunResults } from "../../workers/database/run-results.ts";
import { insertRun } from "../../workers/database/runs.ts";
import { freezeTask } from "../../workers/database/tasks.ts";
import { defaultLora, defaultScore, defaultTrain } from "../../workers/domain/experiment/defaults.ts";
import type { Arm, ExperimentPlan } from "../../workers/domain/experiment/experiment.ts";
import { storedArms } from "../../workers/engine/experiment-arms.ts";
import { ingestRun } from "../../workers/engine/ingest/ingest-run.ts";
import { inventedTask } from "../fixtures/lab/invented-task.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

// EVENTS_SECONDS=600 for the ten minutes of the requirement.
const seconds = Number(process.env["EVENTS_SECONDS"] ?? 30);
const writers = 4;
const linesPerFile = 500_000;
const aheadBytes = 24 * 1024 * 1024;
/** Enough files for every second at a million points a second. */
const filesPerWriter = Math.max(2, Math.ceil((seconds * 1_000_000) / writers / linesPerFile));

const arm: Arm = { name: "lora", substrate: "lora", path: { runtime: "peft", dtype: "bf16" }, prompt: null, trainable: { kind: "lora", lora: defaultLora }, train: defaultTrain };

function fill(db: LabDatabase, folder: string): readonly (readonly string[])[] {
  const task = inventedTask(47);
  const hash = freezeTask(db, task, 0);
  const plan: ExperimentPlan = { name: "events", task: { kind: "builtin", name: task.name }, base: { kind: "builtin", name: "bench" }, seeds: [], arms: [arm], gate: null, score: defaultScore };
  return db.transaction(() => {
    insertExperiment(db, { id: "events", name: "events", taskHash: hash, yaml: "", fileHash: "", plan, tags: [], createdMs: 0, arms: storedArms(plan, hash) });
    return Array.from({ length: writers }, (_, writer) => Array.from({ length: filesPerWriter }, (__, index) => {
      const id = `w${writer}-${index}`;
      insertRun(db, { id, experimentId: "events", arm: "lora", seed: writer * 10_000 + index, batch: "batch 1", folder: `runs/${id}`, createdMs: 0, items: 47 });
      insertJob(db, { id: `${id}-train`, runId: id, kind: "train", dependsOn: null, createdMs: 0 });
      mkdirSync(join(folder, "runs", id), { recursive: true });
      return id;
    }));
  });
}

const readerSaid = z.object({ views: z.number(), moved: z.number() });

/** Takes over what four writers write while a reader holds its view for seconds; whatever fails is counted. */
async function soak(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "flipbook-events-"));
  const db = openDatabase(join(folder, "lab.sqlite"));
  const runs = fill(db, folder);
  const offsets = new SharedArrayBuffer(8 * (writers * 2 + 1));
  const read = new Float64Array(offsets);
  const stop = new SharedArrayBuffer(4);
  const errors: string[] = [];
  const threads = runs.map((ids, writer) => thread("events-writer.ts", { files: ids.map((id) => ({ path: join(folder, "runs", id, "events.jsonl"), job: `${id}-train` })), linesPerFile, aheadBytes, offsets, writer }, errors));
  const reader = thread("slow-reader.ts", { file: db.file, stop }, errors);
  const walBytes: number[] = [];
  let points = 0;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const startMs = performance.now();
  while (performance.now() - startMs < seconds * 1000) {
    for (const [writer, ids] of runs.entries()) points += takeOver({ db, folder, read, errors }, writer, ids);
    walBytes.push(statSync(`${db.file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
    // The engine does other things in between, too.
    await new Promise((resolve) => setImmediate(resolve));
  }
  read[read.length - 1] = 1;
  const said = await endReader(reader, stop);
  db.statement<[], unknown>("PRAGMA wal_checkpoint(TRUNCATE)").get();
  const tookMs = performance.now() - startMs;
  const stored = (db.statement<[], { bytes: number | null }>("SELECT sum(length(losses)) AS bytes FROM loss_chunk").get()?.bytes ?? 0) / 4;
  const integrity = db.statement<[], { integrity_check: string }>("PRAGMA integrity_check").get()?.integrity_check ?? "";
  await Promise.all(threads.map((one) => one.terminate()));
  db.close();
  rmSync(folder, { recursive: true, force: true });
  for (const error of errors) console.log(error);
  return [
    { name: `points a second on disk, 4 writers and a slow reader for ${seconds} s (at least 300,000)`, value: points / (tookMs / 1000), unit: "points/s" },
    { name: "time a point, that is", value: (tookMs / points) * 1000, unit: "µs", limit: 1000 / 300 },
    { name: "errors that reached anyone (SQLITE_BUSY or other)", value: errors.length, unit: "errors", limit: 0 },
    { name: "points that were read but are not in the table", value: points - stored, unit: "points", limit: 0 },
    { name: "views the reader held for two seconds, and that changed under it", value: said.moved, unit: `of ${said.views}`, limit: 0 },
    { name: "integrity_check", value: integrity === "ok" ? 0 : 1, unit: "faults", limit: 0 },
    { name: "largest write-ahead log", value: Math.max(...walBytes) / 1e6, unit: "MB" },
  ];
}

type Place = { readonly db: LabDatabase; readonly folder: string; readonly read: Float64Array; readonly errors: string[] };

/** Takes over what is new of a writer's present run, and says how far it got; a file that is read to its end makes room. */
function takeOver({ db, folder, read, errors }: Place, writer: number, ids: readonly string[]): number {
  const at = read[writer * 2] ?? 0;
  const id = ids[at];
  if (id === undefined) return 0;
  try {
    const { lines } = ingestRun({ folder, db, publish: () => undefined }, id);
    const results = getRunResults(db, id);
    read[writer * 2 + 1] = results?.eventsOffset ?? 0;
    if ((results?.eventsLines ?? 0) >= linesPerFile) {
      read[writer * 2 + 1] = 0;
      read[writer * 2] = at + 1;
      rmSync(join(folder, "runs", id, "events.jsonl"));
    }
    return lines;
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error));
    return 0;
  }
}

function thread(file: string, data: object, errors: string[]): Worker {
  const worker = new Worker(new URL(file, import.meta.url), { workerData: data });
  worker.on("error", (error) => errors.push(error instanceof Error ? error.message : String(error)));
  return worker;
}

function endReader(reader: Worker, stop: SharedArrayBuffer): Promise<z.infer<typeof readerSaid>> {
  return new Promise((resolve) => {
    reader.once("message", (said: unknown) => resolve(readerSaid.parse(said)));
    reader.once("exit", () => resolve({ views: 0, moved: 0 }));
    Atomics.store(new Int32Array(stop), 0, 1);
    Atomics.notify(new Int32Array(stop), 0);
  });
}

/** Events of four writers with one slow reader. */
export function bench(): Promise<readonly Measurement[]> {
  return soak();
}
