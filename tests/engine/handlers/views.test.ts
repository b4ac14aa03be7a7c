import fc from "fast-check";
import { expect, test } from "vitest";
import { endJob, listJobsOfRun, startJob } from "../../../workers/database/jobs.ts";
import { listRuns } from "../../../workers/database/runs.ts";
import type { Run } from "../../../workers/database/runs.ts";
import { LabError } from "../../../workers/domain/errors.ts";
import { reduceCurve } from "../../../workers/engine/handlers/reduce-curve.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { answer, appendEvents, done, jobLines, openTestLab, runOf, scoring, started, startSweep, sweepYaml, training } from "../lab-fixture.ts";
import type { TestLab } from "../lab-fixture.ts";

/** Everything a run's jobs would have done, with this outcome. */
function finish(lab: TestLab, run: Run, outcomes: string, losses: readonly number[] = []): void {
  appendEvents(lab, run, (losses.length > 0 ? training(run, losses) : "") + scoring(run, outcomes));
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  for (const job of listJobsOfRun(lab.db, run.id)) {
    startJob(lab.db, job.id, { pid: 1, bootId: null, processStart: null, startedMs: lab.now() });
    endJob(lab.db, job.id, { state: "done", end: { kind: "done" }, endedMs: lab.now() });
  }
}

function finishedSweep(lab: TestLab) {
  const { id, runs } = startSweep(lab);
  finish(lab, runOf(runs, "base"), "ppffff");
  finish(lab, runOf(runs, "prompt"), "pppfff");
  finish(lab, runOf(runs, "lora", 1), "pppppf", [2, 1.2, 0.4]);
  finish(lab, runOf(runs, "lora", 2), "ppppfe", [2, 1.1, 0.5]);
  finish(lab, runOf(runs, "lora", 3), "fpppff", [2, 1.3, 0.6]);
  return { id, runs: listRuns(lab.db, id) };
}

test("the lab page shows the scores of finished runs as they are", () => {
  const lab = openTestLab();
  const { id } = finishedSweep(lab);
  lab.handlers.note.add({ experimentId: id, runId: null, itemIndex: null, markdown: "\n  # Coin flip?\nmore" });
  expect(lab.handlers.lab.overview()).toMatchObject({
    name: "lab", readOnly: false,
    experiments: [{ id, state: "done", basePass: 2, items: 6, finished: 5, planned: 5, failed: 0, note: "# Coin flip?", paths: ["peft/bf16"],
      arms: [{ name: "base", passes: [2] }, { name: "prompt", passes: [3] }, { name: "lora", passes: [5, 4, 3] }] }],
  });
});

test("the matrix has the base first, then arms and seeds, with labels by number", () => {
  const lab = openTestLab();
  const { id } = finishedSweep(lab);
  const matrix = lab.handlers.experiment.matrix({ id });
  expect(matrix.columns.map((column) => [column.arm, column.seed, column.outcomes])).toEqual([
    ["base", null, "ppffff"], ["prompt", null, "pppfff"], ["lora", 1, "pppppf"], ["lora", 2, "ppppfe"], ["lora", 3, "fpppff"],
  ]);
  expect(matrix.labels).toEqual(["answer/chat", "rag/recall"]);
  expect(matrix.items.map((item) => item.gold)).toEqual([0, 1, 0, 1, 0, 1]);
  expect(matrix.columns.map((column) => column.predictions)).toEqual([[0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0], [0, 1, 0, 1, 0, 0], [0, 1, 0, 1, 1, -1], [1, 1, 0, 1, 1, 0]]);
  expect(matrix.columns.every((column) => column.margins === null)).toBe(true);
});

test("margins are there where both probabilities were recorded, on the side of the outcome", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "base");
  appendEvents(lab, run, jobLines(`${run.id}-score`, [started, answer(0, true, { goldLogProb: -0.5, givenLogProb: -0.5 }), answer(1, false, { goldLogProb: -3, givenLogProb: -1 }), answer(2, true),
    // Right in other tokens than gold's, and wrong though gold as a whole was likelier than what was said token by token.
    answer(3, true, { goldLogProb: -4, givenLogProb: -0.5, closestGap: 1.5 }), answer(4, false, { goldLogProb: -1, givenLogProb: -2, closestGap: 0.1 }), done]));
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  expect(lab.handlers.experiment.matrix({ id }).columns[0]?.margins).toEqual([0, -2, null, 1.5, 0, null]);
});

test("an item shows what every run said, and an item that is not there is refused", () => {
  const lab = openTestLab();
  const { id } = finishedSweep(lab);
  const item = lab.handlers.experiment.item({ id, itemIndex: 5 });
  expect(item).toMatchObject({ id: "test-5", gold: { tool: "rag", mode: "recall" } });
  expect(item.runs.map((run) => [run.arm, run.seed, run.outcome, run.parsed?.["tool"] ?? null, run.problem])).toEqual([
    ["base", null, "fail", "answer", null], ["prompt", null, "fail", "answer", null], ["lora", 1, "fail", "answer", null],
    ["lora", 2, "error", null, "too long"], ["lora", 3, "fail", "answer", null],
  ]);
  expect(() => lab.handlers.experiment.item({ id, itemIndex: 6 })).toThrow(/no test item number 7/);
});

test("an item shows the repeats that did not give the same bytes", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "base");
  appendEvents(lab, run, jobLines(`${run.id}-score`, [started, answer(0, true), answer(1, true), answer(0, true, { repeat: 2 }), answer(1, true, { repeat: 2, raw: "rag, recall" }), done]));
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  const repeats = (itemIndex: number) => lab.handlers.experiment.item({ id, itemIndex }).runs[0]?.differingRepeats;
  expect([repeats(0), repeats(1)]).toEqual([[], [{ repeat: 2, raw: "rag, recall" }]]);
});

test("losses and the bill: what was measured, and null for what was not", () => {
  const lab = openTestLab();
  const { id } = finishedSweep(lab);
  expect(lab.handlers.experiment.losses({ id }).runs.map((run) => [run.arm, run.seed, run.steps, run.finalLoss?.toFixed(1)])).toEqual([
    ["lora", 1, [1, 2, 3], "0.4"], ["lora", 2, [1, 2, 3], "0.5"], ["lora", 3, [1, 2, 3], "0.6"],
  ]);
  const { rows } = lab.handlers.experiment.bill({ id });
  expect(rows[0]).toMatchObject({ arm: "base", seconds: { load: 1.5, train: null, score: 3, save: null, compile: null }, promptTokens: 240, completionTokens: 54, promptTokensPerCall: 40, artifactBytes: null, energyWh: null, peakRssMib: 310, peakCudaMib: null });
  expect(rows[3]).toMatchObject({ arm: "lora", seed: 2, seconds: { train: 7 }, promptTokens: 200, artifactBytes: 2048, trainableParameters: 32, peakRssMib: 400 });
});

test("a reduced curve keeps its ends, its minimum and its peaks", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 3000 }), fc.integer({ min: 8, max: 700 }), (losses, most) => {
      const reduced = reduceCurve({ steps: losses.map((_, index) => index + 1), losses }, most);
      expect(reduced.losses.length).toBeLessThanOrEqual(Math.max(most, 1));
      expect(reduced.steps.every((step, index) => index === 0 || step > (reduced.steps[index - 1] ?? 0))).toBe(true);
      expect([reduced.losses[0], reduced.losses.at(-1)]).toEqual([losses[0], losses.at(-1)]);
      expect(Math.min(...reduced.losses)).toBe(Math.min(...losses));
      expect(Math.max(...reduced.losses)).toBe(Math.max(...losses));
    }),
    { numRuns: 200 },
  );
});

test("the analysis comes from its thread, and the same question is answered from memory", async () => {
  const lab = openTestLab();
  const { id } = finishedSweep(lab);
  const ask = { id, counting: "exclude", reliableShare: 0.8, path: null } as const;
  const first = await lab.handlers.experiment.analysis(ask, new AbortController().signal);
  expect(first.arms.map((arm) => [arm.name, arm.planned, arm.finished])).toEqual([["prompt", 1, 1], ["lora", 3, 3]]);
  expect(first.base?.score).toMatchObject({ pass: 2, fail: 4 });
  expect(await lab.handlers.experiment.analysis(ask, new AbortController().signal)).toBe(first);
  const asFail = await lab.handlers.experiment.analysis({ ...ask, counting: "as-fail" }, new AbortController().signal);
  expect(asFail.settings.counting).toBe("as-fail");
});

test("setting a run aside needs a reason, keeps it visible, and shows the figures both ways", async () => {
  const lab = openTestLab();
  const { id, runs } = finishedSweep(lab);
  lab.handlers.run.setAside({ runId: runOf(runs, "lora", 3).id, reason: "the room was on fire" });
  const signal = new AbortController().signal;
  const ask = { id, counting: "exclude", reliableShare: 0.8, path: null } as const;
  const lora = (await lab.handlers.experiment.analysis(ask, signal)).arms.find((arm) => arm.name === "lora");
  expect([lora?.all.runs.length, lora?.withoutSetAside?.runs.length]).toEqual([3, 2]);
  expect(lab.handlers.experiment.matrix({ id }).columns.map((column) => column.setAside)).toContain("the room was on fire");
  lab.handlers.run.setAside({ runId: runOf(runs, "lora", 3).id, reason: null });
  lab.handlers.run.batch({ runId: runOf(runs, "lora", 3).id, batch: "pilot" });
  expect(lab.handlers.experiment.get({ id }).runs.at(-1)).toMatchObject({ setAside: null, batch: "pilot" });
});

test("an analysis that nobody waits for any more is called off, and the next one is answered", async () => {
  const lab = openTestLab(400);
  const { id, runs } = startSweep(lab, sweepYaml.replace("1..3", "1..12"));
  for (const [index, run] of runs.entries()) finish(lab, run, Array.from({ length: 400 }, (_, item) => ((item * 7 + index * item) % 3 === 0 ? "p" : "f")).join(""));
  const controller = new AbortController();
  const ask = { id, counting: "exclude", reliableShare: 0.8, path: null } as const;
  const dropped = lab.handlers.experiment.analysis(ask, controller.signal);
  const kept = lab.handlers.experiment.analysis({ ...ask, counting: "as-fail" }, new AbortController().signal);
  controller.abort();
  await expect(dropped).rejects.toMatchObject({ code: "cancelled" });
  expect((await kept).items).toBe(400);
});

test("a run that is still answering is not judged by its first items", async () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  finish(lab, runOf(runs, "base"), "pppfff");
  const run = runOf(runs, "lora", 1);
  startJob(lab.db, `${run.id}-score`, { pid: 1, bootId: null, processStart: null, startedMs: 1 });
  appendEvents(lab, run, jobLines(`${run.id}-score`, [started, answer(0, true)]));
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  const analysis = await lab.handlers.experiment.analysis({ id, counting: "exclude", reliableShare: 0.8, path: null }, new AbortController().signal);
  expect(analysis.arms.find((arm) => arm.name === "lora")).toMatchObject({ planned: 3, finished: 0 });
});

const reading = { counting: "exclude", reliableShare: 0.8, leaveOutSetAside: false } as const;

function refused(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof LabError ? [error.code, error.message] : error;
  }
}

test("arms, runs and experiments are compared on the same task and path only", async () => {
  const lab = openTestLab();
  const { id, runs } = finishedSweep(lab);
  const side = (experiment: string, arm: string | null, run: string | null = null) => ({ experiment, arm, run });
  const { compare } = lab.handlers.experiment;
  const compared = await compare({ ...reading, left: side(id, "base"), right: side(id, "lora") });
  expect(compared).toMatchObject({ a: "small sweep: base", b: "small sweep: lora", runsA: 1, runsB: 3 });
  expect(compared.differencePoints).toMatchObject({ kind: "value" });
  const single = await compare({ ...reading, counting: "as-fail", left: side(id, "lora", runOf(runs, "lora", 1).id), right: side(id, "lora", runOf(runs, "lora", 2).id) });
  expect(single.b).toBe("small sweep: lora seed 2");
  expect(await compare({ ...reading, left: side(id, "base"), right: side(id, null) })).toMatchObject({ b: "small sweep, all arms", runsB: 4 });

  const other = lab.handlers.experiment.create({ yaml: sweepYaml.replace("{ name: base }", "{ name: base, path: peft/fp32 }"), fileName: lab.fileName });
  const [elsewhere] = listRuns(lab.db, other.id);
  if (elsewhere === undefined) throw new Error("no run");
  expect(refused(() => compare({ ...reading, left: side(id, "base"), right: side(other.id, "base") }))).toMatchObject(["invalid-comparison", /none has ended yet/]);
  expect(refused(() => compare({ ...reading, left: side(id, "base"), right: side(other.id, "base", elsewhere.id) }))).toMatchObject(["invalid-comparison", /through peft\/bf16, small sweep: base through peft\/fp32/]);
  expect(refused(() => compare({ ...reading, left: side(id, "base"), right: side(id, "nobody") }))).toMatchObject(["not-found", /no arm nobody/]);
});

test("an experiment on several paths is no side of a comparison, and its analysis is of one path at a time", async () => {
  const lab = openTestLab();
  const yaml = sweepYaml.replace("{ name: base }", "{ name: base }\n  - { name: base fp32, path: peft/fp32 }").replace("{ name: prompt,", "{ name: prompt, path: peft/fp32,");
  const { id, runs } = startSweep(lab, yaml);
  for (const run of runs) finish(lab, run, run.arm === "prompt" ? "pppfff" : run.arm.startsWith("base") ? "ppffff" : "pppppf");
  const signal = new AbortController().signal;
  const ask = { id, counting: "exclude", reliableShare: 0.8 } as const;
  const usual = await lab.handlers.experiment.analysis({ ...ask, path: null }, signal);
  expect([usual.path, usual.arms.map((arm) => arm.name), usual.elsewhere]).toEqual(["peft/bf16", ["lora"], [{ arm: "base fp32", path: "peft/fp32" }, { arm: "prompt", path: "peft/fp32" }]]);
  const other = await lab.handlers.experiment.analysis({ ...ask, path: "peft/fp32" }, signal);
  expect([other.path, other.arms.map((arm) => arm.name), other.base?.score.pass, other.elsewhere.map((one) => one.arm)]).toEqual(["peft/fp32", ["prompt"], 2, ["base", "lora"]]);
  expect(refused(() => lab.handlers.experiment.analysis({ ...ask, path: "peft/nf4" }, signal))).toMatchObject(["bad-input", /peft\/nf4/]);
  const sides = { left: { experiment: id, arm: "base", run: null }, right: { experiment: id, arm: null, run: null } };
  expect(refused(() => lab.handlers.experiment.compare({ ...reading, ...sides }))).toMatchObject(["invalid-comparison", /scored through peft\/\S+ and peft\/\S+\. .*choose one arm/]);
});

test("a comparison reads the reliable share, and leaves set-aside runs out where it is told to", async () => {
  const lab = openTestLab();
  const { id, runs } = finishedSweep(lab);
  const sides = { left: { experiment: id, arm: "base", run: null }, right: { experiment: id, arm: "lora", run: null } };
  const { compare } = lab.handlers.experiment;
  // The first item passes under two of the three seeds.
  expect((await compare({ ...reading, ...sides })).unstable).toContain(0);
  expect((await compare({ ...reading, reliableShare: 0.6, ...sides })).unstable).not.toContain(0);
  lab.handlers.run.setAside({ runId: runOf(runs, "lora", 3).id, reason: "the room was on fire" });
  expect(await compare({ ...reading, ...sides })).toMatchObject({ runsB: 3 });
  expect(await compare({ ...reading, leaveOutSetAside: true, ...sides })).toMatchObject({ runsB: 2 });
  for (const seed of [1, 2]) lab.handlers.run.setAside({ runId: runOf(runs, "lora", seed).id, reason: "the room was on fire" });
  expect(refused(() => compare({ ...reading, leaveOutSetAside: true, ...sides }))).toMatchObject(["invalid-comparison", /all of them were set aside/]);
});

test("the protocol gives every check a sentence and what it rests on", async () => {
  const lab = openTestLab();
  const { id } = finishedSweep(lab);
  const { checks } = await lab.handlers.experiment.protocol({ id });
  expect(checks.map((check) => [check.key, check.state])).toEqual([
    ["seeds", "yes"], ["base-path", "yes"], ["task", "unknown"], ["leak", "no"], ["greedy", "yes"], ["repeats", "yes"], ["same-seed", "unknown"],
    ["texts", "yes"], ["scales", "yes"], ["validation", "yes"], ["loss", "yes"], ["finished", "yes"], ["file", "yes"], ["zero", expect.any(String)], ["design", expect.any(String)],
  ]);
  expect(checks.every((check) => /^[A-Z].*\.$/.test(check.sentence))).toBe(true);
  expect(checks.find((check) => check.key === "leak")?.evidence[0]).toMatch(/is like the training item/);
});

test("a sweep that broke off says what is missing and why", async () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  finish(lab, runOf(runs, "base"), "pppfff");
  const broken = runOf(runs, "lora", 1);
  appendEvents(lab, broken, "half a li\n");
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, broken.id);
  startJob(lab.db, `${broken.id}-train`, { pid: 1, bootId: null, processStart: null, startedMs: 1 });
  endJob(lab.db, `${broken.id}-train`, { state: "failed", end: { kind: "out-of-memory", message: "the memory ran out" }, endedMs: 2 });
  const { checks } = await lab.handlers.experiment.protocol({ id });
  const finished = checks.find((check) => check.key === "finished");
  expect(finished).toMatchObject({ state: "no", sentence: "1 of 5 planned runs finished; 1 is missing and will not come by itself.", evidence: ["lora seed 1: failed, the memory ran out", "lora seed 1: line 1 of events.jsonl is not complete JSON; it was left out"] });
  expect(checks.find((check) => check.key === "seeds")?.state).toBe("pending");
});
