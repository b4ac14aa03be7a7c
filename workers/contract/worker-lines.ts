import { z } from "zod";

const head = {
  v: z.literal(1),
  job: z.string(),
  /** Counts from 1 within the job. */
  seq: z.int().min(1),
  /** Seconds since the epoch, by the job's clock. */
  t: z.number(),
};

/** Phases of a job, in the order they can occur. */
export const phaseName = z.enum(["load", "compile", "train", "save", "score"]);
export type PhaseName = z.infer<typeof phaseName>;

/** First line of every job: who it is, what it runs on, with which versions and configuration. */
export const startedLine = z.object({
  ...head,
  kind: z.literal("started"),
  pid: z.int(),
  bootId: z.string().nullable(),
  /** Process start time in clock ticks since boot (field 22 of /proc/pid/stat); null where there is no /proc. */
  processStart: z.string().nullable(),
  versions: z.record(z.string(), z.string()),
  device: z.object({ kind: z.enum(["cpu", "cuda"]), name: z.string(), driver: z.string().nullable(), threads: z.int() }),
  gitCommit: z.string().nullable(),
  config: z.unknown(),
});

/** A phase begins. */
export const phaseLine = z.object({ ...head, kind: z.literal("phase"), phase: phaseName });

/** A phase ended: its wall time and the peak memory so far. */
export const phaseEndLine = z.object({
  ...head,
  kind: z.literal("phase-end"),
  phase: phaseName,
  seconds: z.number(),
  peakRssMib: z.number().nullable(),
  peakCudaMib: z.number().nullable(),
});

/** Facts known once the model (and what is trained) is there. */
export const modelLine = z.object({
  ...head,
  kind: z.literal("model"),
  parameters: z.int(),
  trainableParameters: z.int(),
  layers: z.int(),
  /** SHA-256 of the fresh trainable weights, and of the order in which items come; only a training says them. */
  initDigest: z.string().optional(),
  orderDigest: z.string().optional(),
});

/** One optimiser step: mean answer-token loss over its micro-batches (nats per token); `digest` of the trainable weights where asked. */
export const stepLine = z.object({
  ...head,
  kind: z.literal("step"),
  step: z.int(),
  steps: z.int(),
  epoch: z.int(),
  loss: z.number(),
  learningRate: z.number(),
  tokens: z.int(),
  digest: z.string().nullable(),
});

/** Mean validation loss after an epoch, where validation items were handed in. */
export const validationLine = z.object({ ...head, kind: z.literal("validation"), epoch: z.int(), loss: z.number(), best: z.boolean() });

/** What the model said to one item in one repeat; log-probabilities are natural, summed over the answer's tokens. */
export const predictionLine = z.object({
  ...head,
  kind: z.literal("prediction"),
  item: z.string(),
  repeat: z.int().min(1),
  raw: z.string(),
  end: z.enum(["stop", "length"]),
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** Wall time of the item's batch divided by its items, milliseconds. */
  latencyMs: z.number(),
  goldLogProb: z.number().nullable(),
  givenLogProb: z.number().nullable(),
  /** Smallest difference of natural log-probability between a token of the answer and the likeliest other token in its place; only where margins are asked for. */
  closestGap: z.number().nullable().optional(),
});

/** An item that could not be answered (for example a prompt longer than the context). */
export const predictionErrorLine = z.object({
  ...head,
  kind: z.literal("prediction-error"),
  item: z.string(),
  repeat: z.int().min(1),
  message: z.string(),
});

/** How far the job is, for bars: items scored, or files written. Steps speak for themselves. */
export const progressLine = z.object({
  ...head,
  kind: z.literal("progress"),
  phase: phaseName,
  done: z.number(),
  total: z.number(),
  unit: z.enum(["items", "steps", "tokens", "MiB"]),
});

/** All repeats of one scoring compared byte for byte. */
export const repeatsLine = z.object({
  ...head,
  kind: z.literal("repeats"),
  repeats: z.int(),
  identical: z.boolean(),
  differing: z.array(z.string()),
});

/** A file or folder the job wrote; `path` is relative to the run folder, `sha256` over the weights file. */
export const artifactLine = z.object({
  ...head,
  kind: z.literal("artifact"),
  role: z.enum(["adapter", "prefix", "checkpoint", "skill", "gguf"]),
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  epoch: z.int().nullable(),
});

/** A skill text a model wrote; what it was asked, said and cost in full is in compile.json beside SKILL.md. */
export const compiledLine = z.object({
  ...head,
  kind: z.literal("compiled"),
  /** SHA-256 of what the writer was shown. */
  inputSha256: z.string(),
  characters: z.int(),
  /** Tokens of the text on the base's tokenizer. */
  baseTokens: z.int(),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  cost: z.number().nullable(),
  /** Run whose text was taken over, null where it was written. */
  reusedFrom: z.string().nullable(),
});

/** Everything a checkpoint answered, in the items' order. */
export const checkpointLine = z.object({
  ...head,
  kind: z.literal("checkpoint"),
  epoch: z.int().min(1),
  answers: z.array(z.object({ item: z.string(), raw: z.string() })),
});

/** Something a person should know that is no failure. */
export const noticeLine = z.object({ ...head, kind: z.literal("notice"), message: z.string() });

/** Last line of every job that could still write one. */
export const endedLine = z.object({
  ...head,
  kind: z.literal("ended"),
  end: z.enum(["done", "failed", "interrupted", "out-of-memory"]),
  message: z.string(),
  traceback: z.string().nullable(),
  seconds: z.number(),
});

/** Any line of `events.jsonl`. Unknown extra keys are dropped, an unknown kind is an error. */
export const workerLine = z.discriminatedUnion("kind", [
  startedLine, phaseLine, phaseEndLine, modelLine, stepLine, validationLine, predictionLine,
  predictionErrorLine, progressLine, repeatsLine, artifactLine, compiledLine, checkpointLine, noticeLine, endedLine,
]);
export type WorkerLine = z.infer<typeof workerLine>;
