import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { jobInput, jobSpec } from "../../../workers/contract/job-spec.ts";
import { endJob, getJob, listJobsOfExperiment, startJob } from "../../../workers/database/jobs.ts";
import { getTask } from "../../../workers/database/tasks.ts";
import { LabError } from "../../../workers/domain/errors.ts";
import { listArms, getExperiment } from "../../../workers/database/experiments.ts";
import { writeJobFiles } from "../../../workers/engine/run-files.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { appendEvents, goldOf, itemsJsonl, openTestLab, runOf, startSweep, sweepYaml, training } from "../lab-fixture.ts";

function refusal(work: () => unknown): LabError {
  try {
    work();
  } catch (error) {
    if (error instanceof LabError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

test("a file that is fine says what it would do and does nothing", () => {
  const lab = openTestLab();
  const check = lab.handlers.experiment.check({ yaml: sweepYaml, fileName: lab.fileName });
  expect(check).toMatchObject({
    kind: "ok", name: "small sweep", runs: 5, jobs: 8,
    arms: [{ name: "base", substrate: "none", runs: 1, jobs: 1 }, { name: "prompt", runs: 1, jobs: 1 }, { name: "lora", runs: 3, jobs: 6 }],
  });
  expect(lab.handlers.lab.overview().experiments).toEqual([]);
});

test("creating freezes file and task, and queues every job in order behind what it needs", () => {
  const lab = openTestLab();
  const { id } = lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName });
  const view = lab.handlers.experiment.get({ id });
  expect(view).toMatchObject({ name: "small sweep", state: "waiting", planned: 5, finished: 0, yaml: sweepYaml, changes: [], task: { name: "small", counts: { train: 4, validation: 2, test: 6 } } });
  expect(view.arms.map((arm) => [arm.name, arm.substrate, arm.path, arm.recipe])).toEqual([
    ["base", "none", "peft/bf16", []],
    ["prompt", "prompt", "peft/bf16", ["2 shots", "labels described"]],
    ["lora", "lora", "peft/bf16", ["LoRA r4 α8", "lr 1e−4", "2 epochs", "batch 1×4"]],
  ]);
  expect(readFileSync(join(lab.folder, "experiments", id, "experiment.yaml"), "utf8")).toBe(sweepYaml);
  const jobs = listJobsOfExperiment(lab.db, id);
  expect(jobs.map((job) => [job.arm, job.seed, job.kind])).toEqual([
    ["base", null, "score"], ["prompt", null, "score"],
    ["lora", 1, "train"], ["lora", 1, "score"], ["lora", 2, "train"], ["lora", 2, "score"], ["lora", 3, "train"], ["lora", 3, "score"],
  ]);
  expect(jobs.filter((job) => job.kind === "score" && job.arm === "lora").every((job) => getJob(lab.db, job.dependsOn ?? "")?.runId === job.runId)).toBe(true);
  expect(lab.handlers.lab.overview().experiments).toMatchObject([{ id, items: 6, planned: 5, finished: 0, basePass: null }]);
});

test("the frozen task does not follow its files", () => {
  const lab = openTestLab();
  const first = lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName });
  writeFileSync(join(dirname(lab.fileName), "task", "items.jsonl"), itemsJsonl(6).replace("test question number 3", "another question"));
  const second = lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName });
  const [one, two] = [lab.handlers.experiment.get(first), lab.handlers.experiment.get(second)];
  expect(one.task.hash).not.toBe(two.task.hash);
  expect(getTask(lab.db, one.task.hash)?.items.some((item) => item.input.includes("another question"))).toBe(false);
  expect(lab.handlers.task.list()).toHaveLength(2);
  expect(lab.handlers.experiment.item({ id: first.id, itemIndex: 3 }).input).toContain("number 3");
});

test("seeds asked for beside the file are written into what is frozen", () => {
  const lab = openTestLab();
  const { id } = lab.handlers.experiment.create({ yaml: `# keep me\n${sweepYaml}`, fileName: lab.fileName, seeds: [4, 5, 6, 9] });
  const view = lab.handlers.experiment.get({ id });
  expect(view.yaml).toContain("# keep me");
  expect(view.yaml).toContain("seeds: 4..6, 9");
  expect(view.runs.filter((run) => run.arm === "lora").map((run) => run.seed)).toEqual([4, 5, 6, 9]);
});

test("a bad file leaves everything as it was and says where and what", () => {
  const lab = openTestLab();
  const error = refusal(() => lab.handlers.experiment.create({ yaml: sweepYaml.replace("seeds: 1..3", "seeds: 3..1"), fileName: lab.fileName }));
  expect(error.code).toBe("bad-input");
  expect(error.problems).toMatchObject([{ file: lab.fileName, line: 4, field: "seeds" }]);
  expect(existsSync(join(lab.folder, "experiments"))).toBe(false);
  expect(lab.handlers.task.list()).toEqual([]);
});

test.each([
  ["an unknown built-in task", sweepYaml.replace("./task", "smal"), "task", /no built-in task smal/],
  ["a task folder without files", sweepYaml.replace("./task", "./model"), "task", /no task.yaml/],
  ["a base that is not there", sweepYaml.replace("./model", "./nothing"), "base", /no config.json/],
])("%s is named at its line", (_, yaml, field, message) => {
  const lab = openTestLab();
  const check = lab.handlers.experiment.check({ yaml, fileName: lab.fileName });
  const problems = check.kind === "problems" ? check.problems : [];
  expect(problems).toMatchObject([{ field, line: field === "task" ? 2 : 3 }]);
  expect(problems[0]?.message).toMatch(message);
});

test.each([
  ["model.safetensors", "weights (model.safetensors)"],
  ["tokenizer.json", "tokenizer (tokenizer.json)"],
])("a base without its %s is refused before any job is", (name, lack) => {
  const lab = openTestLab();
  rmSync(join(dirname(lab.fileName), "model", name));
  expect(lab.handlers.experiment.check({ yaml: sweepYaml, fileName: lab.fileName })).toMatchObject({
    kind: "problems",
    problems: [{ line: 3, field: "base", message: expect.stringContaining(`it has no ${lack}.`) as unknown }],
  });
});

test("a relative folder in a file from nowhere asks for the whole path", () => {
  const lab = openTestLab();
  expect(lab.handlers.experiment.check({ yaml: sweepYaml, fileName: "sweep.yaml" })).toMatchObject({ kind: "problems", problems: [{ field: "task", fix: "Write the folder's whole path." }] });
});

test("broken items are named with their file and line", () => {
  const lab = openTestLab();
  writeFileSync(join(dirname(lab.fileName), "task", "items.jsonl"), `${itemsJsonl(3)}${JSON.stringify({ id: "test-1", split: "test", input: "again", gold: goldOf(1) })}\n`);
  const check = lab.handlers.experiment.check({ yaml: sweepYaml, fileName: lab.fileName });
  expect(check).toMatchObject({ kind: "problems", problems: [{ line: 10 }] });
});

test("where rows cannot be written, no files stay behind", () => {
  const lab = openTestLab(400);
  const pages = lab.db.statement<[], { page_count: number }>("PRAGMA page_count").get()?.page_count ?? 0;
  lab.db.statement<[], unknown>(`PRAGMA max_page_count = ${pages}`).get();
  expect(refusal(() => lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName })).code).toBe("no-space");
  expect(readdirSync(join(lab.folder, "experiments"))).toEqual([]);
  expect(lab.handlers.lab.overview().experiments).toEqual([]);
});

test("more seeds are only the runs that are missing, and are recorded as an extension", () => {
  const lab = openTestLab();
  const { id } = lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName });
  expect(lab.handlers.experiment.extend({ id, seeds: [5, 2, 4, 4] })).toEqual({ runs: 2 });
  const view = lab.handlers.experiment.get({ id });
  expect(view.runs.map((run) => [run.arm, run.seed, run.batch]).slice(2)).toEqual([
    ["lora", 1, "batch 1"], ["lora", 2, "batch 1"], ["lora", 3, "batch 1"], ["lora", 4, "batch 2"], ["lora", 5, "batch 2"],
  ]);
  expect(view.changes).toMatchObject([{ kind: "extension", text: "Seeds 4, 5 added: 2 runs (batch 2)." }]);
  expect(lab.handlers.experiment.extend({ id, seeds: [4, 5] })).toEqual({ runs: 0 });
  expect(lab.handlers.experiment.get({ id }).changes).toHaveLength(1);
});

test("an experiment without training takes no more seeds", () => {
  const lab = openTestLab();
  const { id } = lab.handlers.experiment.create({ yaml: "name: fixed\ntask: ./task\nbase: ./model\narms:\n  - { name: base }\n", fileName: lab.fileName });
  expect(refusal(() => lab.handlers.experiment.extend({ id, seeds: [1] })).code).toBe("bad-input");
});

test("a text that is drawn from fewer training items is another text; one that holds none of them is not", () => {
  const lab = openTestLab();
  const text = (name: string, prompt: string, items: string) => `  - { name: ${name}, prompt: { ${prompt} }${items} }\n`;
  const arms = [text("four", "shots: 2", ""), text("fewer", "shots: 2", ", train_items: 2"), text("words", "shots: 0", ""), text("same", "shots: 0", ", train_items: 2")];
  const { id } = startSweep(lab, `name: texts\ntask: ./task\nbase: ./model\nseeds: 1..3\narms:\n  - { name: base }\n${arms.join("")}`);
  const hash = (name: string) => lab.handlers.experiment.get({ id }).arms.find((arm) => arm.name === name)?.textHash;
  expect(hash("four")).toEqual(expect.any(String));
  expect(hash("fewer")).not.toBe(hash("four"));
  expect(hash("same")).toBe(hash("words"));
});

test("an arm with both of its seeds fixed is one run, is told both, and takes no more seeds", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab, "name: fixed\ntask: ./task\nbase: ./model\nseeds: 1..3\narms:\n  - { name: base }\n  - { name: lora, lora: { rank: 4 }, train: { seed_init: 7, seed_order: 8 } }\n");
  expect(runs.map(({ arm, seed }) => [arm, seed])).toEqual([["base", null], ["lora", null]]);
  const experiment = getExperiment(lab.db, id);
  const [task, arm, run] = [getTask(lab.db, experiment?.taskHash ?? ""), listArms(lab.db, id)[1]?.settings, runs[1]];
  if (experiment === null || task === null || arm === undefined || run === undefined) throw new Error("no experiment");
  const folder = join(lab.folder, run.folder);
  const start = { folder, base: { kind: "folder", path: "/base" } as const, device: "cpu" as const, threads: 1, reuse: null };
  const path = writeJobFiles({ jobId: "train", runId: run.id, kind: "train", seed: run.seed, arm, plan: experiment.plan, task }, start);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ seedInit: 7, seedOrder: 8 });
  expect(refusal(() => lab.handlers.experiment.extend({ id, seeds: [4] })).message).toBe("No arm of fixed draws anything by its seed, so another seed would give the same answers again.");
});

test("a later edit of the file is shown as a deviation with its line, and so is its loss", () => {
  const lab = openTestLab();
  const { id } = lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName });
  const file = join(lab.folder, "experiments", id, "experiment.yaml");
  writeFileSync(file, sweepYaml.replace("rank: 4", "rank: 8"));
  const shown = (): string[] => lab.handlers.experiment.get({ id }).changes.map((change) => `${change.kind}: ${change.text}`);
  expect(shown()[0]).toMatch(/^deviation: .*line 8 was .*rank: 4.* and is .*rank: 8/);
  writeFileSync(file, sweepYaml);
  expect(shown()).toEqual([]);
  rmSync(file);
  expect(shown()[0]).toMatch(/^deviation: .*no longer there/);
  execFileSync("mkfifo", [file]);
  expect(shown()[0], "a pipe would be waited for").toMatch(/^deviation: .*can no longer be read/);
  rmSync(file);
  mkdirSync(file);
  expect(shown()[0]).toMatch(/^deviation: .*can no longer be read/);
});

test("rename, tags, remove and restore", () => {
  const lab = openTestLab();
  const { id } = lab.handlers.experiment.create({ yaml: sweepYaml, fileName: lab.fileName });
  lab.handlers.experiment.rename({ id, name: "coin flip" });
  lab.handlers.experiment.tags({ id, tags: ["pilot", "night", "pilot"] });
  expect(lab.handlers.lab.overview().experiments).toMatchObject([{ name: "coin flip", tags: ["pilot", "night"] }]);
  lab.handlers.experiment.remove({ id });
  expect(lab.handlers.lab.overview().experiments).toEqual([]);
  lab.handlers.experiment.restore({ id });
  expect(lab.handlers.lab.overview().experiments).toHaveLength(1);
  expect(refusal(() => lab.handlers.experiment.rename({ id: "nobody", name: "x" })).code).toBe("not-found");
});

test("what failed, was lost or cancelled can be run again, and only that", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const finish = (jobId: string, state: "done" | "failed" | "cancelled"): void => {
    startJob(lab.db, jobId, { pid: 1, bootId: null, processStart: null, startedMs: 1 });
    const end = state === "done" ? ({ kind: "done" } as const) : state === "failed" ? ({ kind: "failed", message: "it broke", traceback: null } as const) : ({ kind: "interrupted", message: "not started" } as const);
    endJob(lab.db, jobId, { state, end, endedMs: 2 });
  };
  const [one, two] = [runOf(runs, "lora", 1), runOf(runs, "lora", 2)];
  finish(`${one.id}-train`, "failed");
  finish(`${one.id}-score`, "cancelled");
  finish(`${two.id}-train`, "done");
  expect(lab.handlers.experiment.get({ id }).runs.find((run) => run.id === one.id)).toMatchObject({ state: "failed", failure: "train: it broke" });

  expect(lab.handlers.experiment.retry({ id })).toEqual({ runs: 1 });
  expect(getJob(lab.db, `${one.id}-train`)).toMatchObject({ state: "waiting", attempt: 2, end: null });
  expect(getJob(lab.db, `${one.id}-score`)).toMatchObject({ state: "waiting", attempt: 2 });
  expect(getJob(lab.db, `${two.id}-train`)).toMatchObject({ state: "done", attempt: 1 });
});

test("a run whose weights are gone trains again before it is scored again, and one that is done is left alone", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const finish = (jobId: string, failed: boolean): void => {
    startJob(lab.db, jobId, { pid: 1, bootId: null, processStart: null, startedMs: 1 });
    endJob(lab.db, jobId, { state: failed ? "failed" : "done", end: failed ? { kind: "failed", message: "no weights", traceback: null } : { kind: "done" }, endedMs: 2 });
  };
  const [kept, lost, whole] = [1, 2, 3].map((seed) => runOf(runs, "lora", seed));
  if (kept === undefined || lost === undefined || whole === undefined) throw new Error("no runs");
  for (const run of [kept, lost, whole]) {
    appendEvents(lab, run, training(run, [2, 1]));
    ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
    finish(`${run.id}-train`, false);
    finish(`${run.id}-score`, run !== whole);
  }
  mkdirSync(join(lab.folder, kept.folder, "artifact"), { recursive: true });
  expect(lab.handlers.experiment.retry({ id })).toEqual({ runs: 2 });
  const states = (run: typeof kept) => ["train", "score"].map((kind) => getJob(lab.db, `${run.id}-${kind}`)?.state);
  expect([states(kept), states(lost), states(whole)]).toEqual([["done", "waiting"], ["waiting", "waiting"], ["done", "done"]]);
  const position = (kind: string) => getJob(lab.db, `${lost.id}-${kind}`)?.position ?? 0;
  expect(position("train")).toBeLessThan(position("score"));
});

test("cancelling an experiment cancels every job that has not ended", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const base = `${runOf(runs, "base").id}-score`;
  startJob(lab.db, base, { pid: 1, bootId: null, processStart: null, startedMs: 1 });
  endJob(lab.db, base, { state: "done", end: { kind: "done" }, endedMs: 2 });
  lab.handlers.experiment.cancel({ id });
  expect(lab.cancelled).toHaveLength(7);
  expect(lab.cancelled).not.toContain(base);
});

test("job files hold what the worker reads: plain prompts for LoRA, examples for the prompt arm, answers only for training", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const experiment = getExperiment(lab.db, id);
  const task = experiment === null ? null : getTask(lab.db, experiment.taskHash);
  if (experiment === null || task === null) throw new Error("no experiment");
  const start = { base: { kind: "folder", path: "/base" } as const, device: "cpu" as const, threads: 1, reuse: null };
  const write = (armName: string, seed: number | null, kind: "train" | "score") => {
    const run = runOf(runs, armName, seed);
    const arm = listArms(lab.db, id).find((one) => one.name === armName)?.settings;
    if (arm === undefined) throw new Error("no arm");
    const folder = join(lab.folder, run.folder);
    const path = writeJobFiles({ jobId: `${run.id}-${kind}`, runId: run.id, kind, seed, arm, plan: experiment.plan, task }, { ...start, folder });
    const spec = jobSpec.parse(JSON.parse(readFileSync(path, "utf8")));
    const inputs = readFileSync(join(folder, spec.inputs), "utf8").trimEnd().split("\n").map((line) => jobInput.parse(JSON.parse(line)));
    return { spec, inputs };
  };

  const train = write("lora", 2, "train");
  expect(train.spec).toMatchObject({ kind: "train", seed: 2, seedInit: 2, seedOrder: 2, dtype: "bf16", artifact: "artifact", validation: null, trainable: { kind: "lora", lora: { rank: 4 } } });
  expect(train.inputs.map((input) => input.answer)).toEqual([0, 1, 2, 3].map((index) => `{"tool":"${goldOf(index).tool}","mode":"${goldOf(index).mode}"}`));
  const score = write("lora", 2, "score");
  expect(score.spec).toMatchObject({ kind: "score", artifact: { kind: "lora", path: "artifact" }, score: { repeats: 2, maxNewTokens: 24 } });
  expect(score.inputs).toHaveLength(6);
  expect(score.inputs.every((input) => input.answer === null && input.messages.length === 2)).toBe(true);
  const prompt = write("prompt", null, "score");
  expect(prompt.spec).toMatchObject({ artifact: null, seed: 0 });
  expect(prompt.inputs.every((input) => input.messages.length === 6)).toBe(true);
});

test("a lab folder is laid out for its owner alone", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const { folder } = runOf(runs, "base");
  expect(folder).toBe(`runs/${runOf(runs, "base").id}`);
  const mode = (path: string): number => statSync(join(lab.folder, path)).mode & 0o777;
  expect(["runs", folder, "experiments", `experiments/${id}`].map(mode)).toEqual([0o700, 0o700, 0o700, 0o700]);
  expect([`${folder}/run.json`, `${folder}/task.json`, `experiments/${id}/experiment.yaml`].map(mode)).toEqual([0o600, 0o600, 0o600]);
});
