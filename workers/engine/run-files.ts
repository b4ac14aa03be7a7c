import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jobInput, jobSpec } from "../contract/job-spec.ts";
import type { JobSpec, Reuse } from "../contract/job-spec.ts";
import { sha256 } from "../database/tasks.ts";
import type { Arm, ExperimentPlan } from "../domain/experiment/experiment.ts";
import { canonicalRecipe } from "../domain/experiment/recipe.ts";
import { promptItems } from "../domain/task/prompt.ts";
import type { Asking, PromptedItem } from "../domain/task/prompt.ts";
import { itemsOf, taskHash } from "../domain/task/task.ts";
import { withTrainingSubset } from "../domain/task/training-subset.ts";
import type { Split, Task } from "../domain/task/task.ts";
import { LabError } from "../domain/errors.ts";
import { compileSpec, skillOf, writeCompileInputs } from "./compile-files.ts";
import { runMarks, runRecord } from "./run-record.ts";
import type { RunMarks, RunRecord } from "./run-record.ts";
import { writeFileWhole } from "./write-file.ts";

/** Writes what makes a run folder enough by itself: who the run is, and the frozen task. */
export function writeRunFolder(folder: string, record: RunRecord, task: Task): void {
  writeFileWhole(join(folder, "run.json"), `${JSON.stringify(record, null, 2)}\n`);
  writeFileWhole(join(folder, "task.json"), `${JSON.stringify(task)}\n`);
}

export function writeRunMarks(folder: string, marks: RunMarks): void {
  writeFileWhole(join(folder, "marks.json"), `${JSON.stringify(marks, null, 2)}\n`);
}

/** A run folder's own account of itself; the task is proven by its hash. */
export type RunFolder = { readonly record: RunRecord; readonly task: Task; readonly marks: RunMarks | null };

export function readRunFolder(folder: string): RunFolder {
  const record = readJson(join(folder, "run.json"), (value) => runRecord.parse(value));
  const task = readJson(join(folder, "task.json"), (value) => provenTask(value, record.taskHash));
  const marks = join(folder, "marks.json");
  return { record, task, marks: existsSync(marks) ? readJson(marks, (value) => runMarks.parse(value)) : null };
}

/** The part of a job that only its start knows; paths are absolute. */
export type JobStart = {
  readonly folder: string;
  readonly base: JobSpec["base"];
  readonly device: JobSpec["device"];
  readonly threads: number | null;
  /** Another run of the experiment that was given the same to write or to train under the same seed, and has it. */
  readonly reuse: Reuse | null;
};

export type JobOrder = {
  readonly jobId: string;
  readonly runId: string;
  readonly kind: "compile" | "train" | "score";
  readonly seed: number | null;
  readonly arm: Arm;
  readonly plan: ExperimentPlan;
  readonly task: Task;
};

/** Writes a job's specification and inputs into its run folder, just before it starts; returns the specification's path. */
export function writeJobFiles(order: JobOrder, start: JobStart): string {
  const spec = jobSpec.parse(specOf(order, start));
  const { arm, plan } = order;
  // The seedless part of the run stays the whole task; an arm that was given fewer training items never sees the others.
  const task = withTrainingSubset(order.task, arm.trainItems);
  const inputs = join(start.folder, spec.inputs);
  if (spec.kind === "compile") {
    writeCompileInputs(inputs, task, arm);
  } else if (spec.kind === "score") {
    writeInputs(inputs, task, "test", { prompt: arm.prompt, skill: skillOf(arm, start.folder), answers: plan.score.margins });
  } else {
    const text = arm.both !== "combined-at-scoring";
    const asking = { prompt: text ? arm.prompt : null, skill: text ? skillOf(arm, start.folder) : null, answers: true };
    writeInputs(inputs, task, "train", asking);
    if (spec.validation !== null) writeInputs(join(start.folder, spec.validation), task, "validation", asking);
  }
  const path = join(start.folder, "jobs", `${order.jobId}.json`);
  writeFileWhole(path, `${JSON.stringify(spec, null, 2)}\n`);
  return path;
}

function specOf(order: JobOrder, start: JobStart): object {
  const common = commonSpec(order, start);
  switch (order.kind) {
    case "compile":
      return { ...common, ...compileSpec(order, start.reuse) };
    case "train":
      return { ...common, ...trainSpec(order, start.reuse) };
    case "score":
      return { ...common, ...scoreSpec(order) };
  }
}

/** The hash that names an arm's recipe. */
export function recipeHashOf(plan: ExperimentPlan, arm: Arm, hashOfTask: string): string {
  return sha256(canonicalRecipe(plan, arm, hashOfTask));
}

const artifactFolder = "artifact";

function commonSpec(order: JobOrder, start: JobStart): object {
  const hash = hashOf(order.task);
  // A run without a seed draws nothing; the worker is still told a fixed one.
  const seed = order.seed ?? 0;
  return {
    version: 1, job: order.jobId, run: order.runId, folder: start.folder, events: "events.jsonl", taskHash: hash,
    recipeHash: recipeHashOf(order.plan, order.arm, hash), base: start.base, dtype: order.arm.path.dtype, device: start.device,
    threads: start.threads, seed, seedInit: order.arm.fixedSeeds?.init ?? seed, seedOrder: order.arm.fixedSeeds?.order ?? seed,
  };
}

function trainSpec({ arm, task }: JobOrder, reuse: Reuse | null): object {
  // Validation costs a pass over its items every epoch and is only looked at to stop early.
  const validates = arm.train?.earlyStop != null && itemsOf(task, "validation").length > 0;
  return {
    kind: "train", inputs: "inputs-train.jsonl", validation: validates ? "inputs-validation.jsonl" : null,
    trainable: arm.trainable, train: arm.train, artifact: artifactFolder, reuse,
  };
}

function scoreSpec({ arm, plan, task }: JobOrder): object {
  const { batch, repeats, margins, maxNewTokens, checkpoints } = plan.score;
  return {
    kind: "score", inputs: "inputs-score.jsonl",
    artifact: arm.trainable === null ? null : { kind: arm.trainable.kind, path: artifactFolder },
    score: { batch, repeats, margins, maxNewTokens: maxNewTokens ?? task.maxNewTokens },
    ...(checkpoints === true && arm.train?.checkpoints === "every-epoch" ? { checkpoints: `${artifactFolder}-epoch-` } : {}),
  };
}

function writeInputs(path: string, task: Task, split: Split, asking: Asking): void {
  const lines = promptItems(task, itemsOf(task, split), asking).map((item: PromptedItem) => JSON.stringify(jobInput.parse(item)));
  writeFileWhole(path, `${lines.join("\n")}\n`);
}

function hashOf(task: Task): string {
  return taskHash(task, sha256);
}

/** A text with the frozen task's hash is the text that was checked when the task was frozen. */
function provenTask(value: unknown, hash: string): Task {
  const task = value as Task;
  if (hashOf(task) !== hash) throw new Error(`the task in the run folder does not have the hash ${hash}`);
  return task;
}

function readJson<Value>(path: string, read: (value: unknown) => Value): Value {
  try {
    return read(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new LabError("damaged", `${path} cannot be read as what it should be, so this run cannot be rebuilt.`, { cause: error });
  }
}
