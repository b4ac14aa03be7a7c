import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ChangeEvent } from "../../workers/contract/views.ts";
import { openDatabase } from "../../workers/database/open.ts";
import type { LabDatabase } from "../../workers/database/open.ts";
import { listRuns } from "../../workers/database/runs.ts";
import type { Run } from "../../workers/database/runs.ts";
import { ensureRunFolder } from "../../workers/engine/ensure-run-folder.ts";
import { createHandlers } from "../../workers/engine/handlers/create-handlers.ts";
import type { Handlers } from "../../workers/engine/handlers/create-handlers.ts";
import { createStatistics } from "../../workers/engine/statistics.ts";
import { makeModelFolder } from "../fixtures/model-folder.ts";

export const fields = ["tool", "mode"] as const;

export const taskYaml = `name: small
version: 1
title: A small task
fields:
  - name: tool
    says: What answers.
    labels:
      - { name: answer, says: From memory. }
      - { name: rag, says: From the documents. }
  - name: mode
    says: How.
    labels:
      - { name: chat, says: Talk. }
      - { name: recall, says: Look up. }
template:
  system: "Answer with JSON. {labels}"
  described: "Answer with JSON. {descriptions}"
  user: "{input}"
  answer: '{"tool":"{tool}","mode":"{mode}"}'
sanitise:
  version: 1
  steps:
    - step: strip-code-fences
    - step: first-json-object
    - step: trim-lower-case
metric: { kind: exact-match, fields: [tool, mode] }
max_new_tokens: 24
`;

/** Every second item belongs to the documents. */
export function goldOf(index: number): { readonly tool: string; readonly mode: string } {
  return index % 2 === 0 ? { tool: "answer", mode: "chat" } : { tool: "rag", mode: "recall" };
}

export function itemsJsonl(tests: number): string {
  const item = (split: string, index: number): string =>
    JSON.stringify({ id: `${split}-${index}`, split, input: `${split} question number ${index} about topic ${index * 7}`, gold: goldOf(index) });
  const splits: [string, number][] = [["train", 4], ["validation", 2], ["test", tests]];
  return `${splits.flatMap(([split, count]) => Array.from({ length: count }, (_, index) => item(split, index))).join("\n")}\n`;
}

export const sweepYaml = `name: small sweep
task: ./task
base: ./model
seeds: 1..3
arms:
  - { name: base }
  - { name: prompt, prompt: { shots: 2 } }
  - { name: lora, lora: { rank: 4, alpha: 8 }, train: { epochs: 2 } }
`;

export type TestLab = {
  readonly folder: string;
  readonly db: LabDatabase;
  readonly handlers: Handlers;
  readonly events: ChangeEvent[];
  readonly cancelled: string[];
  readonly fileName: string;
  /** Advances with every look. */
  readonly now: () => number;
};

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flipbook-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty lab with a small task and a base folder beside its experiment file. */
export function openTestLab(tests = 6, folder = tempFolder()): TestLab {
  mkdirSync(join(folder, "work", "task"), { recursive: true });
  mkdirSync(join(folder, "assets", "tasks"), { recursive: true });
  writeFileSync(join(folder, "work", "task", "task.yaml"), taskYaml);
  writeFileSync(join(folder, "work", "task", "items.jsonl"), itemsJsonl(tests));
  makeModelFolder(join(folder, "work", "model"));
  const lab = join(folder, "lab");
  mkdirSync(lab, { recursive: true });
  const db = openDatabase(join(lab, "lab.sqlite"));
  const statistics = createStatistics();
  onTestFinished(() => {
    statistics.close();
    db.close();
  });
  return labAround(lab, db, { statistics, assets: join(folder, "assets"), fileName: join(folder, "work", "sweep.yaml") });
}

/** The same handlers around any database, for tests that open one themselves. */
export function labAround(folder: string, db: LabDatabase, { statistics, assets, fileName }: { readonly statistics: ReturnType<typeof createStatistics>; readonly assets: string; readonly fileName: string }): TestLab {
  const events: ChangeEvent[] = [];
  const cancelled: string[] = [];
  let clock = 1_700_000_000_000;
  let ids = 0;
  const now = (): number => clock++;
  const handlers = createHandlers({
    lab: folder, db, engine: { pid: 1, version: "test", startedMs: 0 }, now, newId: () => `id${ids++}`,
    publish: (event) => void events.push(event),
    queue: { cancel: (jobId) => void cancelled.push(jobId), wake: () => undefined },
    statistics, assets, env: {},
  });
  return { folder, db, handlers, events, cancelled, fileName, now };
}

/** Puts the small sweep into a lab and makes its run folders, as its first jobs would. */
export function startSweep(lab: TestLab, yaml = sweepYaml): { readonly id: string; readonly runs: readonly Run[] } {
  const { id } = lab.handlers.experiment.create({ yaml, fileName: lab.fileName });
  const runs = listRuns(lab.db, id);
  for (const run of runs) ensureRunFolder(lab.db, lab.folder, run.id);
  return { id, runs };
}

export function runOf(runs: readonly Run[], arm: string, seed: number | null = null): Run {
  const found = runs.find((run) => run.arm === arm && run.seed === seed);
  if (found === undefined) throw new Error(`no run ${arm} ${seed}`);
  return found;
}

let processes = 0;

/** Lines of a job as the worker writes them: `seq` and time are filled in, and every job that starts is a process of its own. */
export function jobLines(job: string, lines: readonly object[]): string {
  const processStart = String(++processes);
  return lines.map((line, index) => `${JSON.stringify({ v: 1, job, seq: index + 1, t: 1_700_000_000 + index, ...line, ...(line === started ? { processStart } : {}) })}\n`).join("");
}

export const started = {
  kind: "started", pid: 4711, bootId: "boot", processStart: "99", versions: { torch: "2.13.0" },
  device: { kind: "cpu", name: "test processor", driver: null, threads: 1 }, gitCommit: null, config: {},
};

export const done = { kind: "ended", end: "done", message: "all said", traceback: null, seconds: 2 };

export function answer(index: number, right: boolean, more: object = {}): object {
  const gold = goldOf(right ? index : index + 1);
  return {
    kind: "prediction", item: `test-${index}`, repeat: 1, raw: JSON.stringify(gold), end: "stop", promptTokens: 40, completionTokens: 9,
    latencyMs: 12.5, goldLogProb: null, givenLogProb: null, ...more,
  };
}

/** A whole scoring: one letter per test item, `p` right, `f` wrong, `e` no answer, `.` never asked. */
export function scoring(run: Run, outcomes: string): string {
  const answers = [...outcomes].flatMap((letter, index) => {
    if (letter === ".") return [];
    if (letter === "e") return [{ kind: "prediction-error", item: `test-${index}`, repeat: 1, message: "too long" }];
    return [answer(index, letter === "p"), answer(index, letter === "p", { repeat: 2 })];
  });
  return jobLines(`${run.id}-score`, [
    started, { kind: "phase", phase: "load" }, { kind: "phase-end", phase: "load", seconds: 1.5, peakRssMib: 300, peakCudaMib: null },
    { kind: "model", parameters: 1000, trainableParameters: 0, layers: 2 }, { kind: "phase", phase: "score" },
    ...answers, { kind: "repeats", repeats: 2, identical: true, differing: [] },
    { kind: "phase-end", phase: "score", seconds: 3, peakRssMib: 310, peakCudaMib: null }, done,
  ]);
}

export function training(run: Run, losses: readonly number[]): string {
  return jobLines(`${run.id}-train`, [
    started, { kind: "model", parameters: 1000, trainableParameters: 32, layers: 2 }, { kind: "phase", phase: "train" },
    ...losses.map((loss, index) => ({ kind: "step", step: index + 1, steps: losses.length, epoch: 1, loss, learningRate: 1e-4, tokens: 20, digest: null })),
    { kind: "phase-end", phase: "train", seconds: 7, peakRssMib: 400, peakCudaMib: null },
    { kind: "artifact", role: "adapter", path: "artifact", bytes: 2048, sha256: "ab".repeat(32), epoch: null }, done,
  ]);
}

export function appendEvents(lab: Pick<TestLab, "folder">, run: Run, text: string | Uint8Array): void {
  appendFileSync(join(lab.folder, run.folder, "events.jsonl"), text);
}
