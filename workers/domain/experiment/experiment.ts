import type { SkillSource } from "./skill-source.ts";

/** A built-in task by name, or a folder with `task.yaml` and `items.jsonl` (relative to the experiment file, or absolute). */
export type TaskRef =
  | { readonly kind: "builtin"; readonly name: string }
  | { readonly kind: "folder"; readonly path: string };

/** The base model: one that comes with Flipbook, one of a hub at a fixed revision, or a folder. */
export type BaseRef =
  | { readonly kind: "builtin"; readonly name: string }
  | { readonly kind: "hub"; readonly id: string; readonly revision: string }
  | { readonly kind: "folder"; readonly path: string };

/** Number formats of the `peft` runtime. */
export type Dtype = "fp32" | "bf16" | "nf4";

/** The runtime and number format of a run; results are compared inside one path only. */
export type RunPath = { readonly runtime: "peft"; readonly dtype: Dtype };

/** A path as it is written and shown, for example `peft/bf16`. */
export function pathName(path: RunPath): string {
  return `${path.runtime}/${path.dtype}`;
}

/** A skill as prompt text: `shots` training items as chat turns, what the labels mean when `describe` is set, and a skill's text where there is one. */
export type PromptSettings = { readonly shots: number; readonly describe: boolean; readonly skill?: SkillSource };

/** LoRA in PEFT's terms; `targets` holds module names, or one regular expression, or `all-linear`. */
export type LoraSettings = {
  readonly rank: number;
  readonly alpha: number;
  readonly dropout: number;
  readonly targets: string | readonly string[];
  readonly rslora: boolean;
  readonly dora: boolean;
  readonly rankPattern: Readonly<Record<string, number>>;
  readonly alphaPattern: Readonly<Record<string, number>>;
};

/** A trained KV prefix: its length in positions and the layers it sits on. */
export type PrefixSettings = {
  readonly length: number;
  readonly layers: "all" | "global" | { readonly every: number } | readonly number[];
  readonly init: "random-tokens" | "text";
  readonly initText: string;
};

/** What an arm trains. */
export type Trainable =
  | { readonly kind: "lora"; readonly lora: LoraSettings }
  | { readonly kind: "prefix"; readonly prefix: PrefixSettings };

/** How an arm trains: AdamW at a constant rate; `maxSteps` null = as many optimiser steps as the epochs give. */
export type TrainSettings = {
  readonly learningRate: number;
  readonly epochs: number;
  readonly batch: number;
  readonly accumulate: number;
  readonly maxSteps: number | null;
  readonly weightDecay: number;
  readonly earlyStop: { readonly patience: number } | null;
  readonly checkpoints: "last" | "every-epoch";
};

/** Where a skill lives. */
export type Substrate = "none" | "prompt" | "lora" | "prefix" | "prompt+lora" | "prompt+prefix";

/** How text and weights come together: trained with the text present, or trained without it and put together for scoring. */
export type BothWay = "trained-together" | "combined-at-scoring";

/** Which cell of a grid an arm is: the arm it was written as, and the value of every setting that was varied. */
export type GridCell = { readonly family: string; readonly values: Readonly<Record<string, string | number>> };

/** One substrate with its settings and path; `train` is there exactly when something is trained. The last ones are there only where an arm has them of its own. */
export type Arm = {
  readonly name: string;
  readonly substrate: Substrate;
  readonly path: RunPath;
  readonly prompt: PromptSettings | null;
  readonly trainable: Trainable | null;
  readonly train: TrainSettings | null;
  /** Another base model than the experiment's. */
  readonly base?: BaseRef;
  /** Other seeds than the experiment's. */
  readonly seeds?: readonly number[];
  /** Only so many of the training items: the smaller set is part of the larger. */
  readonly trainItems?: number;
  /** There exactly where an arm has both text and weights; absent in experiments from before there was a choice (trained together). */
  readonly both?: BothWay;
  /** Seeds that stay the same over the runs: `init` draws the first weights, `order` the order of items and dropout. */
  readonly fixedSeeds?: { readonly init?: number; readonly order?: number };
  readonly cell?: GridCell;
};

/** Whether the runs of an arm differ by a seed: a model writes its text, or something is trained and not both of its seeds are fixed. */
export function drawsBySeed({ prompt, trainable, fixedSeeds }: Pick<Arm, "trainable" | "prompt" | "fixedSeeds">): boolean {
  if (prompt?.skill?.kind === "compile") return true;
  return trainable !== null && (fixedSeeds?.init === undefined || fixedSeeds.order === undefined);
}

/** Where an arm's runs may be compared with others: its path, and the base model where the arm has one of its own. */
export function comparedOn(arm: Pick<Arm, "path" | "base">): string {
  return arm.base === undefined ? pathName(arm.path) : `${pathName(arm.path)} on ${baseName(arm.base)}`;
}

/** A base as it is written in an experiment file. */
export function baseName(base: BaseRef): string {
  switch (base.kind) {
    case "builtin":
      return `builtin:${base.name}`;
    case "hub":
      return `${base.id}@${base.revision}`;
    case "folder":
      return base.path;
  }
}

/** A job starts only after so much GPU memory was free for so long. */
export type Gate = { readonly freeMib: number; readonly forSeconds: number };

/** Scoring: greedy, `batch` items at once, the whole set `repeats` times; `maxNewTokens` null = what the task says. */
export type ScoreSettings = {
  readonly decoding: "greedy";
  readonly batch: number;
  readonly repeats: number;
  readonly margins: boolean;
  readonly maxNewTokens: number | null;
  /** Score the checkpoints of every epoch too; absent = no. */
  readonly checkpoints?: boolean;
};

/** An experiment as it was written down: a task, a base, arms and seeds. Arm names are unique. */
export type ExperimentPlan = {
  readonly name: string;
  readonly task: TaskRef;
  readonly base: BaseRef;
  readonly seeds: readonly number[];
  readonly arms: readonly Arm[];
  readonly gate: Gate | null;
  readonly score: ScoreSettings;
};

/** The substrate that a prompt and something trained make together. */
export function substrateOf(prompt: PromptSettings | null, trainable: Trainable | null): Substrate {
  if (trainable === null) return prompt === null ? "none" : "prompt";
  return prompt === null ? trainable.kind : `prompt+${trainable.kind}`;
}
