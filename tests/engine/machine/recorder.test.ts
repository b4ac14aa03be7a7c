import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../workers/database/open.ts";
import { getTraceSource, listTraceBlocks } from "../../../workers/database/traces.ts";
import { reduceTrace } from "../../../workers/domain/trace/reduce.ts";
import { createRecorder, type Reading, type SourceName } from "../../../workers/engine/machine/recorder.ts";
import { simulatedTime } from "../gpu/simulated-time.ts";
import { tempFolder } from "../lab-fixture.ts";

const gpu: SourceName = { kind: "gpu", key: "GPU-a", name: "NVIDIA GeForce RTX 3090", totalMib: 24_576, powerKind: "instant" };
const everything = { fromMs: 0, toMs: 10_000_000, fields: ["usedMib", "powerWatts"] } as const;

/** A recorder in simulated time over a real database; `open` says whether a job is at work. */
function recording(file = join(tempFolder(), "lab.sqlite"), startMs = 0) {
  const time = simulatedTime();
  time.pass(startMs);
  const db = openDatabase(file);
  onTestFinished(() => db.close());
  const machine = { keep: true, silence: "the driver is not running" };
  const recorder = createRecorder({ db, now: time.now, later: time.later, keep: () => machine.keep, silence: () => machine.silence });
  const read = (values: Reading["values"], name: SourceName = gpu): void => recorder.add(name, { atMs: time.now(), periodMs: 500, values });
  /** Readings twice a second for so long. */
  const readOn = (ms: number, values: (atMs: number) => Reading["values"]): void => {
    for (let end = time.now() + ms; time.now() < end; time.pass(500)) read(values(time.now()));
  };
  const used = () => reduceTrace(recorder.blocks(gpu, everything), ["usedMib"], { fromMs: 0, toMs: 10_000_000, points: 100_000 });
  return { file, time, db, machine, recorder, read, readOn, used };
}

describe("keeping the machine's readings", () => {
  it("has every reading at once, and on disk at most five seconds later", () => {
    const { readOn, used, db } = recording();
    readOn(70_000, (atMs) => ({ usedMib: 100 + atMs / 500, powerWatts: 300 }));
    expect(used().times).toHaveLength(140);
    const stored = listTraceBlocks(db, getTraceSource(db, "gpu", "GPU-a")?.number ?? -1, everything);
    expect(stored.map(({ minute }) => minute)).toEqual([0, 1]);
    expect(stored.reduce((sum, { offsets }) => sum + offsets.length, 0)).toBeGreaterThanOrEqual(130);
  });

  it("goes on in the same minute after an engine has died in it", () => {
    const first = recording();
    first.readOn(20_000, () => ({ usedMib: 1 }));
    first.recorder.flush();
    const second = recording(first.file, 22_000);
    second.readOn(10_000, () => ({ usedMib: 2 }));
    second.recorder.flush();
    expect(listTraceBlocks(second.db, 1, everything)[0]?.offsets).toHaveLength(60);
    expect(second.used().times).toHaveLength(60 + 1);
  });

  it("says why nothing was read, and why a single value was not", () => {
    const { time, read, readOn, recorder } = recording();
    readOn(2_000, () => ({ usedMib: 1, powerWatts: 300 }));
    time.pass(8_000);
    readOn(2_000, () => ({ usedMib: 1, powerWatts: { missing: "Unknown Error" } }));
    read({ usedMib: 1, powerWatts: 300 });
    const gaps = recorder.gaps(gpu, everything);
    expect(gaps).toContainEqual({ field: null, fromMs: 1_500, toMs: 10_000, reason: "the driver is not running" });
    expect(gaps).toContainEqual({ field: "powerWatts", fromMs: 10_000, toMs: 11_500, reason: "Unknown Error" });
    const before = [...gaps];
    time.pass(6_000);
    recorder.flush();
    expect(recorder.gaps(gpu, everything)).toEqual(before);
  });

  it("makes one gap of a value that is missing for hours", () => {
    const { readOn, db } = recording();
    readOn(3_600_000, () => ({ usedMib: 5, fanPercent: { missing: "N/A" }, powerWatts: 10, utilisationPercent: 1, temperatureC: 1, smClockMhz: 1, memoryClockMhz: 1, throttleBits: 0 }));
    expect(db.statement<[], { count: number }>("SELECT count(*) AS count FROM trace_gap").get()?.count).toBe(1);
  });

  it("forgets after a quarter of an hour what belongs to no job, and keeps two minutes from before one", () => {
    const { machine, readOn, db, used } = recording();
    machine.keep = false;
    readOn(3_600_000, () => ({ usedMib: 5 }));
    expect(used().times.length).toBeLessThanOrEqual(17 * 120);
    expect(getTraceSource(db, "gpu", "GPU-a")).toBeNull();
    machine.keep = true;
    readOn(10_000, () => ({ usedMib: 6 }));
    expect(listTraceBlocks(db, 1, { ...everything, toMs: 1e10 }).map(({ minute }) => minute)).toEqual([58, 59, 60]);
  });

  it("writes after a job's end what was still in memory of it, and nothing more", () => {
    const { machine, readOn, db } = recording();
    readOn(32_000, () => ({ usedMib: 5 }));
    machine.keep = false;
    readOn(120_000, () => ({ usedMib: 6 }));
    const stored = listTraceBlocks(db, 1, everything);
    expect(stored.map(({ minute }) => minute)).toEqual([0]);
    expect(stored[0]?.offsets).toHaveLength(120);
  });

  it("keeps the readings of an hour that a clock went through twice", () => {
    const { time, recorder, db } = recording();
    const at = (atMs: number, usedMib: number): void => recorder.add(gpu, { atMs, periodMs: 500, values: { usedMib } });
    for (let second = 0; second < 120; second++) at(second * 1000, 1);
    for (let second = 0; second < 60; second++) at(second * 1000 + 500, 2);
    time.pass(6_000);
    const blocks = listTraceBlocks(db, 1, everything);
    expect(blocks[0]?.offsets).toHaveLength(120);
    expect(blocks[1]?.offsets).toHaveLength(60);
    expect([...(blocks[0]?.columns.get("usedMib") ?? [])].slice(0, 4)).toEqual([1, 2, 1, 2]);
  });

  it("writes nothing into a lab that is open for reading only, and still shows what it reads", () => {
    const { file, db } = recording();
    db.close();
    const time = simulatedTime();
    const readOnly = openDatabase(file, { readOnly: true });
    onTestFinished(() => readOnly.close());
    const recorder = createRecorder({ db: readOnly, now: time.now, later: time.later, keep: () => true, silence: () => "" });
    recorder.add(gpu, { atMs: 100, periodMs: 500, values: { usedMib: 7 } });
    time.pass(10_000);
    recorder.close();
    expect(recorder.blocks(gpu, everything)).toHaveLength(1);
    expect(recorder.sources(everything)).toEqual([gpu]);
  });
});
