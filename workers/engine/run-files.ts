import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jobInput, jobSpec } from "../contract/job-spec.ts";
import type { JobSpec } from "../contract/job-spec.ts";
import { sha256 } from "../database/tasks.ts";
import type { Arm, ExperimentPlan } from "../domain/experiment/experiment.ts";
import { canonicalRecipe } from "../domain/experiment/recipe.ts";
import { promptItems } from "../domain/task/prompt.ts";
import type { Asking, PromptedItem } from "../domain/task/prompt.ts";
import { itemsOf, taskHash } from "../domain/task/task.ts";
import type { Split, Task } from "../domain/task/task.ts";
import { LabError } from "../domain/errors.ts";
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
};

export type JobOrder = {
  readonly jobId: string;
  readonly runId: string;
  readonly kind: "train" | "score";
  readonly seed: number | null;
  readonly arm: Arm;
  readonly plan: ExperimentPlan;
  readonly task: Task;
};

/** Writes a job's specification and inputs into its run folder, just before it starts; returns the specification's path. */
export function writeJobFiles(order: JobOrder, start: JobStart): string {
  const spec = jobSpec.parse(order.kind === "train" ? trainSpec(order, start) : scoreSpec(order, start));
  const { arm, plan, task } = order;
  if (spec.kind === "score") {
    writeInputs(join(start.folder, spec.inputs), task, "test", { prompt: arm.prompt, answers: plan.score.margins });
  } else {
    writeInputs(join(start.folder, spec.inputs), task, "train", { prompt: arm.prompt, answers: true });
    if (spec.validation !== null) writeInputs(join(start.folder, spec.validation), task, "validation", { prompt: arm.prompt, answers: true });
  }
  const path = join(start.folder, "jobs", `${order.jobId}.json`);
  writeFileWhole(path, `${JSON.stringify(spec, null, 2)}\n`);
  return path;
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
    threads: start.threads, seed, seedInit: seed, seedOrder: seed,
  };
}

function trainSpec(order: JobOrder, start: JobStart): object {
  const { arm, task } = order;
  // Validation costs a pass over its items every epoch and is only looked at to stop early.
  const validates = arm.train?.earlyStop != null && itemsOf(task, "validation").length > 0;
  return {
    ...commonSpec(order, start), kind: "train", inputs: "inputs-train.jsonl", validation: validates ? "inputs-validation.jsonl" : null,
    trainable: arm.trainable, train: arm.train, artifact: artifactFolder,
  };
}

function scoreSpec(order: JobOrder, start: JobStart): object {
  const { arm, plan, task } = order;
  const { batch, repeats, margins, maxNewTokens } = plan.score;
  return {
    ...commonSpec(order, start), kind: "score", inputs: "inputs-score.jsonl",
    artifact: arm.trainable === null ? null : { kind: arm.trainable.kind, path: artifactFolder },
    score: { batch, repeats, margins, maxNewTokens: maxNewTokens ?? task.maxNewTokens },
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
