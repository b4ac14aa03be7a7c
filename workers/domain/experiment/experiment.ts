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

/** A skill as prompt text: `shots` training items as chat turns, and what the labels mean when `describe` is set. */
export type PromptSettings = { readonly shots: number; readonly describe: boolean };

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

/** One substrate with its settings and path; `train` is there exactly when something is trained. */
export type Arm = {
  readonly name: string;
  readonly substrate: Substrate;
  readonly path: RunPath;
  readonly prompt: PromptSettings | null;
  readonly trainable: Trainable | null;
  readonly train: TrainSettings | null;
};

/** A job starts only after so much GPU memory was free for so long. */
export type Gate = { readonly freeMib: number; readonly forSeconds: number };

/** Scoring: greedy, `batch` items at once, the whole set `repeats` times; `maxNewTokens` null = what the task says. */
export type ScoreSettings = {
  readonly decoding: "greedy";
  readonly batch: number;
  readonly repeats: number;
  readonly margins: boolean;
  readonly maxNewTokens: number | null;
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
