import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listArtifacts } from "../../../workers/database/artifacts.ts";
import { getJob } from "../../../workers/database/jobs.ts";
import { listLosses } from "../../../workers/database/losses.ts";
import { listNotices } from "../../../workers/database/notices.ts";
import { getRun } from "../../../workers/database/runs.ts";
import { retryJob } from "../../../workers/database/jobs.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { answer, appendEvents, done, jobLines, openTestLab, runOf, scoring, started, startSweep, training } from "../lab-fixture.ts";
import type { TestLab } from "../lab-fixture.ts";
import { rowsOf } from "./rows-of.ts";

function read(lab: TestLab, runId: string): ReturnType<typeof ingestRun> {
  return ingestRun({ folder: lab.folder, db: lab.db, publish: (event) => void lab.events.push(event) }, runId);
}

test("a run's lines become its score, its losses, its costs and its jobs' last words", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "lora", 2);
  appendEvents(lab, run, training(run, [2, 1.5, 1.75]) + scoring(run, "pf.epp"));

  expect(read(lab, run.id).ended).toEqual([`${run.id}-train`, `${run.id}-score`]);

  const stored = getRun(lab.db, run.id);
  expect(stored).toMatchObject({ outcomes: "pf.epp", passes: 3, finalLoss: 1.75, minimumLoss: 1.5, parameters: 1000, trainableParameters: 32, repeatsIdentical: true });
  expect(getJob(lab.db, `${run.id}-train`)).toMatchObject({ lastLoss: 1.75, lastWord: { end: "done" }, environment: { versions: { torch: "2.13.0" } } });
  expect([...(listLosses(lab.db, id).get(run.number) ?? [])].map((piece) => [piece.firstStep, ...piece.losses])).toEqual([[1, 2, 1.5, 1.75]]);
  expect(listArtifacts(lab.db, id).get(run.number)).toEqual([{ role: "adapter", path: "artifact", bytes: 2048, sha256: "ab".repeat(32), epoch: null }]);
  expect(lab.events).toContainEqual({ kind: "run", experimentId: id, runId: run.id });
});

test("reading again adds nothing", () => {
  const lab = openTestLab();
  const { runs } = startSweep(lab);
  const run = runOf(runs, "base");
  appendEvents(lab, run, scoring(run, "ppffpp"));
  read(lab, run.id);
  const before = rowsOf(lab.db, run.id);
  expect(read(lab, run.id).lines).toBe(0);
  expect(rowsOf(lab.db, run.id)).toEqual(before);
});

test("wherever the file is cut between two looks, the rows come out the same", () => {
  const lab = openTestLab();
  const { runs } = startSweep(lab);
  const whole = runOf(runs, "lora", 1);
  const text = Buffer.from(training(whole, [3, 2, 1]) + jobLines(`${whole.id}-train`, [{ kind: "notice", message: "läuft – fertig 🙂" }]) + scoring(whole, "pfpe.p"));
  appendEvents(lab, whole, text);
  read(lab, whole.id);
  const wanted = rowsOf(lab.db, whole.id);

  const other = runOf(runs, "lora", 2);
  const bytes = Buffer.from(text.toString("utf8").replaceAll(whole.id, other.id));
  const path = join(lab.folder, other.folder, "events.jsonl");
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
      writeFileSync(path, "");
      read(lab, other.id);
      for (const cut of [...cuts.sort((left, right) => left - right), bytes.length]) {
        writeFileSync(path, bytes.subarray(0, cut));
        read(lab, other.id);
      }
      const rows = JSON.parse(JSON.stringify(rowsOf(lab.db, other.id)).replaceAll(other.id, whole.id)) as ReturnType<typeof rowsOf>;
      // Emptying the file between two tries is told about; nothing else may differ.
      expect({ ...rows, notices: rows.notices.filter((notice) => notice.line > 0) }).toEqual(JSON.parse(JSON.stringify(wanted)));
    }),
    { numRuns: 40 },
  );
});

test("a line that is still being written waits until it is whole", () => {
  const lab = openTestLab();
  const { runs } = startSweep(lab);
  const run = runOf(runs, "base");
  const line = jobLines(`${run.id}-score`, [answer(0, true)]);
  appendEvents(lab, run, line.slice(0, 40));
  expect(read(lab, run.id).lines).toBe(0);
  appendEvents(lab, run, line.slice(40));
  expect(read(lab, run.id).lines).toBe(1);
  expect(getRun(lab.db, run.id)?.outcomes).toBe("p.....");
});

test("a bad line becomes a notice with its number, and the lines around it count", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "base");
  const good = (index: number): string => jobLines(`${run.id}-score`, [answer(index, true)]);
  appendEvents(lab, run, `${good(0)}{"v":1,"half\n${good(1)}{"v":1,"kind":"dance"}\n\n${good(2)}`);
  appendEvents(lab, run, Buffer.from([0xff, 0xfe, 0x0a]));
  read(lab, run.id);
  expect(getRun(lab.db, run.id)?.outcomes).toBe("ppp...");
  const notices = listNotices(lab.db, id);
  expect(notices.map((notice) => notice.line)).toEqual([2, 4, 7]);
  expect(notices[0]?.message).toContain("line 2 of events.jsonl is not complete JSON");
});

test("an item answered twice keeps its first answer, and unknown items and jobs are told about", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "base");
  const job = `${run.id}-score`;
  appendEvents(lab, run, jobLines(job, [answer(0, true), answer(0, false), answer(99, true)]) + jobLines("somebody-else", [answer(1, true)]));
  read(lab, run.id);
  expect(getRun(lab.db, run.id)?.outcomes).toBe("p.....");
  expect(listNotices(lab.db, id).map((notice) => notice.message)).toEqual([
    "answers item test-0 a second time; the first answer stands",
    "answers item test-99, which is no test item of the task; it was left out",
    "speaks of job somebody-else, which is none of this run's; it was left out",
  ]);
});

test("an artifact outside the run folder is refused", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "lora", 1);
  const artifact = (path: string): object => ({ kind: "artifact", role: "adapter", path, bytes: 1, sha256: "x", epoch: null });
  appendEvents(lab, run, jobLines(`${run.id}-train`, ["../../other", "/etc/passwd", "a/../../b", ""].map(artifact)));
  read(lab, run.id);
  expect(listArtifacts(lab.db, id).size).toBe(0);
  expect(listNotices(lab.db, id)).toHaveLength(4);
});

test("scoring again replaces the answers, but only when the new attempt brings its own", () => {
  const lab = openTestLab();
  const { runs } = startSweep(lab);
  const run = runOf(runs, "base");
  const job = `${run.id}-score`;
  appendEvents(lab, run, jobLines(job, [started, answer(0, true), answer(1, true), answer(2, true, { goldLogProb: -1, givenLogProb: -1 })]));
  read(lab, run.id);
  retryJob(lab.db, job);
  appendEvents(lab, run, jobLines(job, [started, { kind: "phase", phase: "load" }]));
  read(lab, run.id);
  expect(getRun(lab.db, run.id)?.outcomes).toBe("ppp...");

  appendEvents(lab, run, jobLines(job, [answer(5, false), answer(0, false), done]));
  read(lab, run.id);
  expect(getRun(lab.db, run.id)).toMatchObject({ outcomes: "f....f", passes: 0 });
  expect(rowsOf(lab.db, run.id).predictions.map((row) => row.item_index)).toEqual([0, 5]);
  expect(rowsOf(lab.db, run.id).run.margins).toBeNull();
});

test("training again replaces the losses", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "lora", 3);
  appendEvents(lab, run, training(run, [5, 4, 0.5]));
  read(lab, run.id);
  appendEvents(lab, run, training(run, [9, 8]));
  read(lab, run.id);
  expect(getRun(lab.db, run.id)).toMatchObject({ finalLoss: 8, minimumLoss: 8 });
  expect((listLosses(lab.db, id).get(run.number) ?? []).map((piece) => [...piece.losses])).toEqual([[9, 8]]);
});

test("a repeat that differs is kept beside the first answer", () => {
  const lab = openTestLab();
  const { runs } = startSweep(lab);
  const run = runOf(runs, "base");
  const job = `${run.id}-score`;
  appendEvents(lab, run, jobLines(job, [answer(0, true), answer(1, true), answer(0, true, { repeat: 2 }), answer(1, false, { repeat: 2 }), { kind: "repeats", repeats: 2, identical: false, differing: ["test-1"] }]));
  read(lab, run.id);
  expect(getRun(lab.db, run.id)).toMatchObject({ outcomes: "pp....", repeatsIdentical: false, repeatsDiffering: ["test-1"] });
  expect(rowsOf(lab.db, run.id).repeats).toEqual([{ item_index: 1, repeat: 2, raw: '{"tool":"answer","mode":"chat"}' }]);
});

test("a gap in the steps keeps every loss at its step", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "lora", 1);
  const step = (number: number, loss: number): object => ({ kind: "step", step: number, steps: 9, epoch: 1, loss, learningRate: 1e-4, tokens: 1, digest: null });
  appendEvents(lab, run, jobLines(`${run.id}-train`, [step(1, 1), step(2, 2), step(5, 5), step(6, 6), step(6, 7)]));
  read(lab, run.id);
  expect((listLosses(lab.db, id).get(run.number) ?? []).map((piece) => [piece.firstStep, ...piece.losses])).toEqual([[1, 1, 2], [5, 5, 6]]);
  expect(listNotices(lab.db, id)[0]?.message).toBe("gives step 6 after step 6; it was left out");
  expect(readFileSync(join(lab.folder, run.folder, "events.jsonl"), "utf8").split("\n")).toHaveLength(6);
});
