import { z } from "zod";

/** One chat message as it is handed to the model's chat template. */
export const chatMessage = z.strictObject({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});

/** One line of a job's `inputs.jsonl`: the prompt as chat turns, and for training (and margins) the exact answer text. */
export const jobInput = z.strictObject({
  item: z.string(),
  messages: z.array(chatMessage).min(1),
  answer: z.string().nullable(),
});
export type JobInput = z.infer<typeof jobInput>;

/** Where the weights come from; a folder path is absolute in the job's specification only, never in the database. */
export const baseSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("folder"), path: z.string() }),
  z.strictObject({ kind: z.literal("hub"), id: z.string(), revision: z.string() }),
]);

/** LoRA settings in PEFT's terms. */
export const loraSettings = z.strictObject({
  rank: z.int().min(1),
  alpha: z.number().positive(),
  dropout: z.number().min(0).max(0.9),
  targets: z.union([z.literal("all-linear"), z.string(), z.array(z.string()).min(1)]),
  rslora: z.boolean(),
  dora: z.boolean(),
  rankPattern: z.record(z.string(), z.int().min(1)),
  alphaPattern: z.record(z.string(), z.number().positive()),
});

/** A trained KV prefix: its length in positions and the layers it sits on. */
export const prefixSettings = z.strictObject({
  length: z.int().min(1),
  layers: z.union([z.literal("all"), z.literal("global"), z.strictObject({ every: z.int().min(1) }), z.array(z.int().min(0)).min(1)]),
  init: z.enum(["random-tokens", "text"]),
  initText: z.string(),
});

/** What is trained. */
export const trainable = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("lora"), lora: loraSettings }),
  z.strictObject({ kind: z.literal("prefix"), prefix: prefixSettings }),
]);

/** Optimiser settings; `maxSteps` null = as many as the epochs give; `learningRate` per AdamW step, constant. */
export const trainSettings = z.strictObject({
  learningRate: z.number().positive(),
  epochs: z.int().min(1),
  batch: z.int().min(1),
  accumulate: z.int().min(1),
  maxSteps: z.int().min(1).nullable(),
  weightDecay: z.number().min(0),
  earlyStop: z.strictObject({ patience: z.int().min(1) }).nullable(),
  checkpoints: z.enum(["last", "every-epoch"]),
});

/** Scoring settings: greedy decoding, `batch` items at once, the whole set `repeats` times. */
export const scoreSettings = z.strictObject({
  batch: z.int().min(1),
  repeats: z.int().min(1),
  maxNewTokens: z.int().min(1),
  margins: z.boolean(),
});

const common = {
  version: z.literal(1),
  job: z.string(),
  run: z.string(),
  /** The run folder, absolute; every other path below is relative to it. */
  folder: z.string(),
  events: z.literal("events.jsonl"),
  taskHash: z.string(),
  recipeHash: z.string(),
  base: baseSource,
  dtype: z.enum(["fp32", "bf16", "nf4"]),
  /** `auto` = CUDA where there is one, else the CPU. */
  device: z.enum(["auto", "cpu", "cuda"]),
  /** Torch threads; null = what the worker finds free. */
  threads: z.int().min(1).nullable(),
  seed: z.int().min(0),
  seedInit: z.int().min(0),
  seedOrder: z.int().min(0),
};

/** What another run of the experiment has done already and this one takes over: the run, its job, and the absolute folder to take from. */
const reuse = z.strictObject({ run: z.string(), job: z.string(), folder: z.string() });

/** What the engine hands to `train.py --job FILE`. */
export const trainJobSpec = z.strictObject({
  ...common,
  kind: z.literal("train"),
  inputs: z.string(),
  validation: z.string().nullable(),
  trainable,
  train: trainSettings,
  /** Folder for the trained artifact, relative to the run folder. */
  artifact: z.string(),
  /** The same weights were trained for another run already; its run folder. */
  reuse: reuse.nullable(),
});
export type TrainJobSpec = z.infer<typeof trainJobSpec>;

/** What the engine hands to `score.py --job FILE`; `artifact` null = the plain base. */
export const scoreJobSpec = z.strictObject({
  ...common,
  kind: z.literal("score"),
  inputs: z.string(),
  artifact: z.strictObject({ kind: z.enum(["lora", "prefix"]), path: z.string() }).nullable(),
  score: scoreSettings,
  /** Score what these folders begin with, too: the checkpoint of epoch N lies in `<checkpoints>N`. Absent = no. */
  checkpoints: z.string().optional(),
});
export type ScoreJobSpec = z.infer<typeof scoreJobSpec>;

/** Who writes a skill text; a model on this machine is named by its GGUF file, absolute (null = the built-in one). */
export const writer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("local"), model: z.string().nullable() }),
  z.strictObject({
    kind: z.literal("endpoint"),
    url: z.string(),
    model: z.string(),
    keyEnv: z.string().nullable(),
    priceIn: z.number().nullable(),
    priceOut: z.number().nullable(),
    seeded: z.boolean(),
  }),
]);

/** What the engine hands to `compile_prompt.py --job FILE`; `inputs` holds the one prompt of the writer. */
export const compileJobSpec = z.strictObject({
  ...common,
  kind: z.literal("compile"),
  inputs: z.string(),
  writer,
  temperature: z.number(),
  maxTokens: z.int().min(1),
  /** Front matter where the writer gives none. */
  skill: z.strictObject({ name: z.string(), description: z.string() }),
  /** Folder for SKILL.md and compile.json, relative to the run folder. */
  artifact: z.string(),
  /** The same text was written for another run already; its folder of SKILL.md. */
  reuse: reuse.nullable(),
});
export type CompileJobSpec = z.infer<typeof compileJobSpec>;

/** Any job's specification, written as `jobs/<job id>.json` in the run folder before the process starts. */
export const jobSpec = z.discriminatedUnion("kind", [trainJobSpec, scoreJobSpec, compileJobSpec]);
/** What a job takes over from another run instead of doing it again. */
export type Reuse = z.infer<typeof reuse>;
export type JobSpec = z.infer<typeof jobSpec>;
