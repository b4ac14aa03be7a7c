import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jobInput, jobSpec } from "../../../workers/contract/job-spec.ts";
import { getExperiment, listArms } from "../../../workers/database/experiments.ts";
import { endJob, getJob, listJobsOfRun, startJob } from "../../../workers/database/jobs.ts";
import { listRuns } from "../../../workers/database/runs.ts";
import type { Run } from "../../../workers/database/runs.ts";
import { getTask } from "../../../workers/database/tasks.ts";
import { LabError } from "../../../workers/domain/errors.ts";
import { keyOf, sameCompile } from "../../../workers/engine/compile-start.ts";
import { ensureRunFolder } from "../../../workers/engine/ensure-run-folder.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { rebuildRun } from "../../../workers/engine/ingest/rebuild-run.ts";
import { writeJobFiles } from "../../../workers/engine/run-files.ts";
import { sameWeights } from "../../../workers/engine/same-weights.ts";
import { answer, appendEvents, done, jobLines, openTestLab, runOf, scoring, started, startSweep } from "../lab-fixture.ts";
import type { TestLab } from "../lab-fixture.ts";

const head = "name: small sweep\ntask: ./task\nbase: ./model\n";
const skillText = "---\nname: sort\ndescription: Sorts.\n---\n\n# Sort\n\nLook first.\n";
const both = `${head}seeds: 1..2
arms:
  - { name: base }
  - { name: text, prompt: { compile: { writer: { url: "http://127.0.0.1:9/v1", model: m, key_env: MY_KEY } } } }
  - { name: weights, lora: { rank: 4 }, train_items: 2 }
  - { name: together, prompt: { compile: { writer: { url: "http://127.0.0.1:9/v1", model: m, key_env: MY_KEY } } }, lora: { rank: 4 } }
  - { name: combined, prompt: { skill: ./skill }, lora: { rank: 4 }, both: combined-at-scoring }
`;

function withSkill(lab: TestLab, text = skillText): TestLab {
  const folder = join(lab.fileName, "..", "skill");
  mkdirSync(folder);
  writeFileSync(join(folder, "Skill.md"), text);
  return lab;
}

/** Writes a job's files as its start would, and reads them back. */
function write(lab: TestLab, id: string, run: Run, kind: "compile" | "train" | "score") {
  const experiment = getExperiment(lab.db, id);
  const task = experiment === null ? null : getTask(lab.db, experiment.taskHash);
  const arm = listArms(lab.db, id).find((one) => one.name === run.arm)?.settings;
  if (experiment === null || task === null || arm === undefined) throw new Error("no experiment");
  const folder = join(lab.folder, run.folder);
  const start = { folder, base: { kind: "folder", path: "/base" } as const, device: "cpu" as const, threads: 1, reuse: null };
  const spec = jobSpec.parse(JSON.parse(readFileSync(writeJobFiles({ jobId: `${run.id}-${kind}`, runId: run.id, kind, seed: run.seed, arm, plan: experiment.plan, task }, start), "utf8")));
  const inputs = readFileSync(join(folder, spec.inputs), "utf8").trimEnd().split("\n").map((line) => jobInput.parse(JSON.parse(line)));
  return { spec, inputs, system: inputs[0]?.messages[0]?.content ?? "" };
}

/** What a compile job leaves behind. */
function compiled(lab: TestLab, run: Run, text: string, more: object = {}): void {
  const folder = join(lab.folder, run.folder, "skill");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), text);
  const record = {
    inputSha256: "in", messages: [{ role: "user", content: "write" }], writer: { kind: "endpoint", model: "m", seed: run.seed, priceIn: 1, priceOut: 2 },
    temperature: 0.8, maxTokens: 800, reply: text, end: "stop", promptTokens: 1000, completionTokens: 200, cost: 0.0014, characters: text.length, baseTokens: 9, reusedFrom: null, ...more,
  };
  writeFileSync(join(folder, "compile.json"), JSON.stringify(record));
  appendEvents(lab, run, jobLines(`${run.id}-compile`, [started, { kind: "artifact", role: "skill", path: "skill", bytes: text.length, sha256: text, epoch: null }, done]));
  end(lab, run, "compile");
}

function end(lab: TestLab, run: Run, kind: string): void {
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  startJob(lab.db, `${run.id}-${kind}`, { pid: 1, bootId: null, processStart: null, startedMs: lab.now() });
  endJob(lab.db, `${run.id}-${kind}`, { state: "done", end: { kind: "done" }, endedMs: lab.now() });
}

test("an arm whose text is written compiles, then trains and scores with that text", () => {
  const lab = withSkill(openTestLab());
  const { id, runs } = startSweep(lab, both);
  expect(runs.map((run) => [run.arm, run.seed, listJobsOfRun(lab.db, run.id).map((job) => job.kind).join("→")])).toEqual([
    ["base", null, "score"], ["text", 1, "compile→score"], ["text", 2, "compile→score"], ["weights", 1, "train→score"], ["weights", 2, "train→score"],
    ["together", 1, "compile→train→score"], ["together", 2, "compile→train→score"], ["combined", 1, "train→score"], ["combined", 2, "train→score"],
  ]);
  const run = runOf(runs, "together", 2);
  const compile = write(lab, id, run, "compile");
  expect(compile.spec).toMatchObject({ kind: "compile", seed: 2, writer: { kind: "endpoint", keyEnv: "MY_KEY" }, skill: { name: "small", description: "A small task" }, artifact: "skill" });
  expect(compile.inputs[0]?.messages.at(-1)?.content).toContain("train question number 3");
  expect(() => write(lab, id, run, "train")).toThrow(LabError);
  compiled(lab, run, skillText);
  for (const kind of ["train", "score"] as const) expect(write(lab, id, run, kind).system).toBe("Answer with JSON. tool: answer, rag\nmode: chat, recall\n\n# Sort\n\nLook first.");
});

test("weights that are combined with a text at scoring never saw it in training; fewer training items are really fewer", () => {
  const lab = withSkill(openTestLab());
  const { id, runs } = startSweep(lab, both);
  const run = runOf(runs, "combined", 1);
  expect(write(lab, id, run, "train").system).not.toContain("Look first.");
  expect(write(lab, id, run, "score").system).toContain("# Sort\n\nLook first.");
  const few = write(lab, id, runOf(runs, "weights", 1), "train");
  expect(few.inputs.map((input) => input.item)).toEqual(["train-0", "train-1"]);
  expect(write(lab, id, runOf(runs, "weights", 1), "score").inputs).toHaveLength(6);
});

test("a skill file is frozen with the experiment, and what is odd about it is said", () => {
  const lab = withSkill(openTestLab(), "No front matter here.");
  expect(lab.handlers.experiment.check({ yaml: both, fileName: lab.fileName })).toMatchObject({ kind: "ok", notices: expect.arrayContaining([expect.stringContaining("There is no front matter.")]) as unknown });
  const { id, runs } = startSweep(lab, both);
  writeFileSync(join(lab.fileName, "..", "skill", "Skill.md"), "Changed since.");
  expect(write(lab, id, runOf(runs, "combined", 1), "score").system).toContain("No front matter here.");
  const missing = lab.handlers.experiment.check({ yaml: both.replace("./skill", "./nowhere"), fileName: lab.fileName });
  expect(missing).toMatchObject({ kind: "problems", problems: [{ field: "arms[4].prompt", line: 10, message: expect.stringContaining("There is no skill at") as unknown }] });
  const sent = lab.handlers.experiment.check({ yaml: both.replaceAll("http://127.0.0.1:9", "https://api.example.org"), fileName: lab.fileName });
  expect(sent).toMatchObject({ notices: expect.arrayContaining(["The training items are sent to api.example.org, where a model writes the skill from them."]) as unknown });
  expect(lab.handlers.experiment.check({ yaml: both, fileName: lab.fileName })).not.toMatchObject({ notices: expect.arrayContaining([expect.stringContaining("are sent to")]) as unknown });
});

test("the writer's key goes to the compile job alone", () => {
  const lab = withSkill(openTestLab());
  const { id } = startSweep(lab, both);
  const arm = listArms(lab.db, id).find((one) => one.name === "text")?.settings;
  if (arm === undefined) throw new Error("no arm");
  expect(keyOf(arm, "compile", { MY_KEY: "secret", OTHER: "x" })).toEqual({ MY_KEY: "secret" });
  expect(keyOf(arm, "score", { MY_KEY: "secret" })).toEqual({});
  expect(keyOf(arm, "compile", {})).toEqual({});
  const desktop = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus", XDG_RUNTIME_DIR: "/run/user/1000", OTHER: "x" };
  expect(keyOf(arm, "compile", desktop), "without the variable the job must reach the keychain").toEqual({ DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus", XDG_RUNTIME_DIR: "/run/user/1000" });
  expect(keyOf(arm, "compile", { ...desktop, MY_KEY: "secret" }), "and not more than it needs").toEqual({ MY_KEY: "secret" });
  expect(keyOf(arm, "train", desktop)).toEqual({});
});

test("the text alone and the text with weights are about the same text: the second one takes over the first's", () => {
  const lab = withSkill(openTestLab());
  const { id, runs } = startSweep(lab, both);
  const arm = listArms(lab.db, id).find((one) => one.name === "together")?.settings;
  const job = getJob(lab.db, `${runOf(runs, "together", 1).id}-compile`);
  if (arm === undefined || job === null) throw new Error("no job");
  const place = { db: lab.db, lab: lab.folder };
  expect(sameCompile(place, job, arm)).toBeNull();
  compiled(lab, runOf(runs, "text", 2), "other seed");
  expect(sameCompile(place, job, arm)).toBeNull();
  const written = runOf(runs, "text", 1);
  compiled(lab, written, skillText);
  expect(sameCompile(place, job, arm)).toEqual({ run: written.id, job: `${written.id}-compile`, folder: join(lab.folder, written.folder, "skill") });
});

const factorial = `${head}seeds: 1..2
arms:
  - { name: weights, lora: { rank: 4 } }
  - { name: same, lora: { rank: 4 } }
  - { name: other, lora: { rank: 8 } }
  - { name: together, prompt: { shots: 1 }, lora: { rank: 4 } }
  - { name: combined, prompt: { shots: 1 }, lora: { rank: 4 }, both: combined-at-scoring }
  - { name: fewer, prompt: { shots: 1 }, lora: { rank: 4 }, both: combined-at-scoring, train_items: 2 }
`;

test("weights that meet the text at scoring only are trained once, and nothing else is taken for them", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab, factorial);
  const plan = getExperiment(lab.db, id)?.plan;
  const offered = (name: string, seed: number) => {
    const arm = listArms(lab.db, id).find((one) => one.name === name)?.settings;
    const job = getJob(lab.db, `${runOf(runs, name, seed).id}-train`);
    if (plan === undefined || arm === undefined || job === null) throw new Error("no job");
    return sameWeights({ db: lab.db, lab: lab.folder }, job, { arm, plan })?.run ?? null;
  };
  const finish = (name: string, seed: number) => {
    const run = runOf(runs, name, seed);
    const jobId = `${run.id}-train`;
    mkdirSync(join(lab.folder, run.folder, "artifact"), { recursive: true });
    trained(lab, run, { sha256: name, digests: ["a"] });
    startJob(lab.db, jobId, { pid: 1, bootId: null, processStart: null, startedMs: 0 });
    endJob(lab.db, jobId, { state: "done", end: { kind: "done" }, endedMs: 1 });
    return run.id;
  };
  for (const name of ["other", "together", "fewer"]) finish(name, 1);
  finish("weights", 2);
  expect(offered("combined", 1), "another rank, the text present, fewer items, another seed").toBeNull();
  const weights = finish("weights", 1);
  expect(offered("combined", 1)).toBe(weights);
  expect(["weights", "same", "other", "together", "fewer"].map((name) => offered(name, 1)), "a repetition is trained by itself").toEqual([null, null, null, null, null]);
  rmSync(join(lab.folder, runOf(runs, "weights", 1).folder, "artifact"), { recursive: true });
  expect(offered("combined", 1), "its files are gone").toBeNull();
});

test("the texts are listed with who wrote them and what they cost, and the same text twice is noticed", async () => {
  const lab = withSkill(openTestLab());
  const { id, runs } = startSweep(lab, both);
  compiled(lab, runOf(runs, "text", 1), skillText);
  compiled(lab, runOf(runs, "text", 2), skillText);
  compiled(lab, runOf(runs, "together", 1), skillText, { reusedFrom: runOf(runs, "text", 1).id, cost: 0 });
  const { texts, sentence } = lab.handlers.experiment.skills({ id });
  expect(sentence).toBe("Two texts were written from byte-identical input; all of them are the same.");
  expect(texts.map((text) => [text.arm, text.seed, text.from.kind])).toEqual([["text", 1, "writer"], ["text", 2, "writer"], ["together", 1, "writer"], ["combined", 1, "file"], ["combined", 2, "file"]]);
  expect(texts[0]).toMatchObject({ text: "# Sort\n\nLook first.", from: { model: "m", cost: 0.0014, priceIn: 1, priceOut: 2, baseTokens: 9, shown: [{ role: "user", content: "write" }] } });
  const { checks } = await lab.handlers.experiment.protocol({ id });
  expect(checks.find((check) => check.key === "texts")).toMatchObject({ state: "no", sentence: expect.stringContaining("A text that came out twice is one draw, not two.") as unknown });
});

test("a text that quotes a test item is a leak, whoever wrote it, and so is what its writer was shown", async () => {
  const lab = withSkill(openTestLab());
  const { id, runs } = startSweep(lab, both);
  const leak = async (experiment: string) => (await lab.handlers.experiment.protocol({ id: experiment })).checks.find(({ key }) => key === "leak");
  expect(await leak(id)).toMatchObject({ evidence: expect.not.arrayContaining([expect.stringContaining("stands in")]) as unknown });
  compiled(lab, runOf(runs, "text", 2), `${skillText}\nFor example: TEST question number 3, about topic 21!\n`);
  expect(await leak(id)).toMatchObject({ state: "no", sentence: expect.stringContaining("1 test item stands word for word in a text") as unknown, evidence: ["test-3 stands in the text of text seed 2"] });
  writeFileSync(join(lab.fileName, "..", "log.txt"), "question: test question number 1 about topic 7\n");
  const logged = lab.handlers.experiment.create({ yaml: `${head}seeds: [1]\narms:\n  - { name: text, prompt: { compile: { log: ./log.txt, writer: { url: "http://127.0.0.1:9/v1", model: m } } } }\n`, fileName: lab.fileName });
  expect(await leak(logged.id)).toMatchObject({ state: "no", evidence: ["test-1 stands in the log of text"] });
});

const twice = `${head}seeds: 1..2
arms:
  - { name: base }
  - { name: lora, lora: { rank: 4 }, train: { checkpoints: every-epoch } }
score: { checkpoints: true }
`;

function trained(lab: TestLab, run: Run, { sha256, digests, order = "o" }: { readonly sha256: string; readonly digests: readonly string[]; readonly order?: string }): void {
  appendEvents(lab, run, jobLines(`${run.id}-train`, [
    started, { kind: "model", parameters: 10, trainableParameters: 2, layers: 1, initDigest: "w", orderDigest: order },
    ...digests.map((digest, index) => ({ kind: "step", step: index + 1, steps: digests.length, epoch: 1, loss: 2 - index, learningRate: 1, tokens: 3, digest })),
    { kind: "artifact", role: "adapter", path: "artifact", bytes: 1, sha256, epoch: 2 }, done,
  ]));
  end(lab, run, "train");
}

function scored(lab: TestLab, run: Run, outcomes: string): void {
  appendEvents(lab, run, scoring(run, outcomes));
  end(lab, run, "score");
}

test("a run done again under its seed is compared with the first one, and the step at which they part is named", async () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab, twice);
  trained(lab, runOf(runs, "lora", 1), { sha256: "aa", digests: ["1", "2", "3"] });
  scored(lab, runOf(runs, "lora", 1), "ppffff");
  const check = async (experiment: string) => (await lab.handlers.experiment.protocol({ id: experiment })).checks.find(({ key }) => key === "same-seed");
  expect(await check(id)).toMatchObject({ state: "unknown" });

  const again = lab.handlers.experiment.verify({ id, arms: ["lora"], seed: null });
  const [repeat, ...none] = listRuns(lab.db, again.id);
  expect([repeat?.arm, repeat?.seed, none.length]).toEqual(["lora", 1, 0]);
  if (repeat === undefined) throw new Error("no repeat");
  ensureRunFolder(lab.db, lab.folder, repeat.id);
  trained(lab, repeat, { sha256: "aa", digests: ["1", "2", "3"] });
  scored(lab, repeat, "ppffff");
  expect(await check(id)).toMatchObject({ state: "yes", evidence: ["lora seed 1 and lora seed 1 of small sweep, again: the same artifacts and answers"] });

  const [third] = listRuns(lab.db, lab.handlers.experiment.verify({ id, arms: ["lora"], seed: 1 }).id);
  if (third === undefined) throw new Error("no repeat");
  ensureRunFolder(lab.db, lab.folder, third.id);
  trained(lab, third, { sha256: "bb", digests: ["1", "x", "y"] });
  scored(lab, third, "ppffff");
  expect(await check(id)).toMatchObject({ state: "no", evidence: [expect.any(String), expect.stringContaining("step 2 is the first after which the weights differ")] as unknown });
  expect(() => lab.handlers.experiment.verify({ id, arms: ["nobody"], seed: null })).toThrow(LabError);
  expect(() => lab.handlers.experiment.verify({ id, arms: null, seed: 9 })).toThrow(LabError);
});

test("two runs with the same trained weights are no repetition of each other, though both say the same", async () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab, `${head}seeds: [1]\narms:\n  - { name: weights, lora: { rank: 4 } }\n${["one", "two"].map((name) => `  - { name: ${name}, prompt: { shots: 1 }, lora: { rank: 4 }, both: combined-at-scoring }\n`).join("")}`);
  const [origin, one, two] = ["weights", "one", "two"].map((name) => runOf(runs, name, 1));
  if (origin === undefined || one === undefined || two === undefined) throw new Error("no runs");
  const takes = (run: Run, from: Run) => ({ ...started, pid: run.number, config: { reuse: { run: from.id, job: `${from.id}-train` } } });
  const artifact = { kind: "artifact", role: "adapter", path: "artifact", bytes: 1, sha256: "aa", epoch: 1 };
  trained(lab, origin, { sha256: "aa", digests: ["1"] });
  // The second takes from the first, which has taken them itself.
  for (const [run, from] of [[one, origin], [two, one]] as const) {
    appendEvents(lab, run, jobLines(`${run.id}-train`, [takes(run, from), artifact, done]));
    end(lab, run, "train");
  }
  for (const run of [origin, one, two]) scored(lab, run, "ppffff");
  const { checks } = await lab.handlers.experiment.protocol({ id });
  expect(checks.find(({ key }) => key === "same-seed")).toMatchObject({ state: "unknown", evidence: [] });
});

test("checkpoints that were scored give outcomes epoch by epoch, and the protocol says what the validation items were for", async () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab, twice);
  const run = runOf(runs, "lora", 1);
  expect(write(lab, id, run, "score").spec).toMatchObject({ checkpoints: "artifact-epoch-" });
  const checkpoint = (epoch: number, right: readonly boolean[]) => ({
    kind: "checkpoint", epoch, answers: right.map((one, index) => ({ item: `test-${index}`, raw: (answer(index, one) as { raw: string }).raw })),
  });
  appendEvents(lab, run, jobLines(`${run.id}-score`, [started, checkpoint(2, [true, true, false]), checkpoint(1, [false, true, false]), done]));
  expect(lab.handlers.experiment.epochs({ id })).toEqual({
    items: 6,
    runs: [{ runId: run.id, arm: "lora", seed: 1, base: { kind: "undefined", why: "base has not been scored yet" }, epochs: [{ epoch: 1, outcomes: "fpf..." }, { epoch: 2, outcomes: "ppf..." }] }],
  });
  scored(lab, runOf(runs, "base"), "pfpfpf");
  expect(lab.handlers.experiment.epochs({ id }).runs[0]?.base).toEqual({ kind: "outcomes", outcomes: "pfpfpf" });
  const { checks } = await lab.handlers.experiment.protocol({ id });
  expect(checks.find(({ key }) => key === "validation")).toMatchObject({ state: "yes", sentence: "No arm stops early: the validation items were not scored and chose nothing." });
});

test("epochs are compared with the base on the run's own path, and with none where there is none", () => {
  const lab = openTestLab();
  const train = "lora: { rank: 4 }, train: { checkpoints: every-epoch }";
  const { id, runs } = startSweep(lab, `${head}seeds: 1..2
arms:
  - { name: base }
  - { name: exact base, path: peft/fp32 }
  - { name: lora, ${train} }
  - { name: exact, path: peft/fp32, ${train} }
  - { name: alone, path: peft/nf4, ${train} }
score: { checkpoints: true }
`);
  scored(lab, runOf(runs, "base"), "pppppp");
  scored(lab, runOf(runs, "exact base"), "ffffff");
  for (const name of ["lora", "exact", "alone"]) appendEvents(lab, runOf(runs, name, 1), jobLines(`${runOf(runs, name, 1).id}-score`, [started, { kind: "checkpoint", epoch: 1, answers: [] }, done]));
  expect(lab.handlers.experiment.epochs({ id }).runs.map(({ arm, base }) => [arm, base.kind === "outcomes" ? base.outcomes : base.why])).toEqual([
    ["lora", "pppppp"], ["exact", "ffffff"], ["alone", "no base was scored on peft/nf4"],
  ]);
});

test("a run with all of this is rebuilt from its folder alone", () => {
  const lab = withSkill(openTestLab());
  const { runs } = startSweep(lab, both);
  const run = runOf(runs, "together", 1);
  compiled(lab, run, skillText);
  expect(rebuildRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.folder)).toBe(run.id);
});
