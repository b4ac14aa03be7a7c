import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type LabDatabase } from "../../workers/database/open.ts";
import { listTraceBlocks, putTraceBlock, putTraceSource } from "../../workers/database/traces.ts";
import { energyOf } from "../../workers/domain/trace/energy.ts";
import { reduceTrace } from "../../workers/domain/trace/reduce.ts";
import { fieldsOf, type TraceField } from "../../workers/domain/trace/trace-field.ts";
import { randomFrom, unitFrom } from "../../workers/domain/statistics/random.ts";
import { watchGpus } from "../../workers/engine/gpu/gpu-watch.ts";
import { smiRunner } from "../../workers/engine/gpu/run-smi.ts";
import { startMachineSampler } from "../../workers/engine/machine/machine-sampler.ts";
import { recordGpus } from "../../workers/engine/machine/record-gpus.ts";
import { createRecorder } from "../../workers/engine/machine/recorder.ts";
import { traceView } from "../../workers/engine/machine/trace.ts";
import { standInGpus } from "../fixtures/nvidia-smi/stand-in-gpus.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

const cards = 8;
const hours = 12;
const perMinute = 120;
const rangeMs = hours * 3_600_000;
/** What the page draws at first. */
const shown: readonly TraceField[] = ["usedMib", "powerWatts", "utilisationPercent"];
const asked: readonly TraceField[] = ["usedMib", "powerWatts", "utilisationPercent", "temperatureC"];

/** Twelve hours of eight busy cards at two readings a second, with numbers as nvidia-smi prints them. */
function fill(db: LabDatabase, fields: readonly TraceField[]): readonly number[] {
  const random = randomFrom(1);
  const step = (low: number, high: number, digits = 0): number => Number((low + unitFrom(random) * (high - low)).toFixed(digits));
  const next: Readonly<Partial<Record<TraceField, () => number>>> = {
    usedMib: () => step(16_000, 23_904), powerWatts: () => step(90, 350, 2), utilisationPercent: () => step(0, 100), temperatureC: () => step(55, 78),
    fanPercent: () => step(40, 70), smClockMhz: () => step(1_200, 1_900), memoryClockMhz: () => 9_501, throttleBits: () => (unitFrom(random) < 0.1 ? 4 : 0),
  };
  const numbers = Array.from({ length: cards }, (_, card) => putTraceSource(db, { kind: "gpu", key: `GPU-${card}`, name: "NVIDIA GeForce RTX 3090", totalMib: 24_576, powerKind: "instant" }));
  // Minute by minute over all cards, as they come.
  db.transaction(() => {
    for (let minute = 0; minute < hours * 60; minute++) {
      for (const number of numbers) {
        // Real readings do not come on the dot.
        const offsets = Array.from({ length: perMinute }, (_, index) => index * 500 + Math.floor(unitFrom(random) * 20));
        putTraceBlock(db, number, { minute, periodMs: 500, offsets, columns: new Map(fields.map((field) => [field, offsets.map(() => next[field]?.() ?? 0)])) });
      }
    }
  });
  return numbers;
}

function medianMs(repeats: number, work: () => unknown): number {
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((left, right) => left - right);
  return times[Math.floor(repeats / 2)] ?? 0;
}

function megabytes(db: LabDatabase): number {
  db.statement<[], unknown>("PRAGMA wal_checkpoint(TRUNCATE)").get();
  return statSync(db.file).size / 1e6;
}

function withLab<Result>(work: (db: LabDatabase, folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "flipbook-bench-"));
  const db = openDatabase(join(folder, "lab.sqlite"));
  const end = (): void => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const result = work(db, folder);
  if (result instanceof Promise) return result.finally(end) as Result; // A promise stays one, with an end.
  end();
  return result;
}

function storage(): readonly Measurement[] {
  return withLab((db) => {
    const empty = megabytes(db);
    const [first] = fill(db, asked);
    const card = first ?? 0;
    const read = (fromMs: number, toMs: number, fields: readonly TraceField[]) => reduceTrace(listTraceBlocks(db, card, { fromMs, toMs, fields }), fields, { fromMs, toMs, points: 600 });
    const lookUp = (fields: readonly TraceField[]) => () => read(0, rangeMs, fields);
    const random = randomFrom(2);
    const anyRange = (): unknown => {
      const fromMs = Math.floor(unitFrom(random) * rangeMs * 0.9);
      return read(fromMs, fromMs + (rangeMs - fromMs) * unitFrom(random), ["usedMib"]);
    };
    return [
      { name: "12 h × 8 cards × 2 Hz × 4 fields on disk (691,200 readings)", value: megabytes(db) - empty, unit: "MB", limit: 15 },
      { name: "12 h of one card's memory in 600 points", value: medianMs(25, lookUp(["usedMib"])), unit: "ms", limit: 10 },
      { name: "any part of it in 600 points", value: medianMs(50, anyRange), unit: "ms", limit: 10 },
      { name: "12 h of one card, four fields at once", value: medianMs(25, lookUp(asked)), unit: "ms", limit: 20 },
      { name: "energy of 12 h of one card", value: medianMs(15, () => energyOf(listTraceBlocks(db, card, { fromMs: 0, toMs: rangeMs, fields: ["powerWatts"] }), [{ fromMs: 0, toMs: rangeMs }])), unit: "ms", limit: 20 },
      { name: "the page's whole answer: 12 h of eight cards", value: medianMs(9, () => traceView({ db, recorder: readerOf(db) }, { fromMs: 0, toMs: rangeMs, points: 600 }, shown)), unit: "ms", limit: 200 },
    ];
  });
}

function readerOf(db: LabDatabase) {
  return createRecorder({ db, now: () => 0, later: () => () => undefined, keep: () => false, silence: () => "" });
}

function everythingStored(): readonly Measurement[] {
  return withLab((db) => {
    const empty = megabytes(db);
    fill(db, fieldsOf.gpu);
    return [{ name: "the same with fan, clocks and throttle reasons", value: megabytes(db) - empty, unit: "MB", limit: 15 }];
  });
}

/** Share of one core that reading and keeping takes: eight cards twice a second by a real child process, and the machine's own figures. */
function sampling(seconds: number): Promise<readonly Measurement[]> {
  return withLab(async (db, folder) => {
    const gpus = standInGpus(folder, { gpus: Array.from({ length: cards }, (_, card) => ({ uuid: `GPU-${card}`, busId: `00000000:0${card}:00.0`, usedMib: 10_000 + card })) });
    const later = (ms: number, work: () => void): (() => void) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    };
    const watch = watchGpus({ run: smiRunner({ ...process.env, ...gpus.env }), now: Date.now, later });
    const recorder = createRecorder({ db, now: Date.now, later, keep: () => true, silence: () => "" });
    const stop = recordGpus(watch, recorder);
    const machine = startMachineSampler({ recorder, now: Date.now, later, running: () => [{ jobId: "job", name: "job", pid: process.pid }], periodMs: watch.periodMs });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const before = process.cpuUsage();
    const startMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const used = process.cpuUsage(before);
    const share = (used.user + used.system) / 1000 / (performance.now() - startMs);
    machine.close();
    stop();
    recorder.close();
    watch.close();
    return [{ name: `processor while sampling eight cards (${seconds} s)`, value: share * 100, unit: "% of a core", limit: 2 }];
  });
}

/** The limits of the machine's recording, measured. */
export async function bench(): Promise<readonly Measurement[]> {
  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  return [...storage(), ...everythingStored(), ...(hasPython ? await sampling(20) : [])];
}
