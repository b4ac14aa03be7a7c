import { z } from "zod";
import { loraSettings, prefixSettings, trainSettings, writer } from "../contract/job-spec.ts";
import type { ExperimentPlan } from "../domain/experiment/experiment.ts";

const base = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("builtin"), name: z.string() }),
  z.strictObject({ kind: z.literal("hub"), id: z.string(), revision: z.string() }),
  z.strictObject({ kind: z.literal("folder"), path: z.string() }),
]);

const skill = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("file"), path: z.string() }),
  z.strictObject({ kind: z.literal("text"), path: z.string(), name: z.string(), text: z.string() }),
  z.strictObject({
    kind: z.literal("compile"),
    compile: z.strictObject({
      writer,
      instruction: z.string().nullable(),
      log: z.strictObject({ path: z.string(), text: z.string() }).nullable(),
      temperature: z.number(),
      maxTokens: z.int().min(1),
    }),
  }),
]);

const arm = z.strictObject({
  name: z.string().min(1),
  substrate: z.enum(["none", "prompt", "lora", "prefix", "prompt+lora", "prompt+prefix"]),
  path: z.strictObject({ runtime: z.literal("peft"), dtype: z.enum(["fp32", "bf16", "nf4"]) }),
  prompt: z.strictObject({ shots: z.int().min(0), describe: z.boolean(), skill: skill.optional() }).nullable(),
  trainable: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("lora"), lora: loraSettings }),
      z.strictObject({ kind: z.literal("prefix"), prefix: prefixSettings }),
    ])
    .nullable(),
  train: trainSettings.nullable(),
  base: base.optional(),
  seeds: z.array(z.int().min(0)).optional(),
  trainItems: z.int().min(1).optional(),
  both: z.enum(["trained-together", "combined-at-scoring"]).optional(),
  fixedSeeds: z.strictObject({ init: z.int().min(0).optional(), order: z.int().min(0).optional() }).optional(),
  cell: z.strictObject({ family: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
});

const plan: z.ZodType<ExperimentPlan> = z.strictObject({
  name: z.string().min(1),
  task: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("builtin"), name: z.string() }),
    z.strictObject({ kind: z.literal("folder"), path: z.string() }),
  ]),
  base,
  seeds: z.array(z.int().min(0)),
  arms: z.array(arm).min(1),
  gate: z.strictObject({ freeMib: z.number(), forSeconds: z.number() }).nullable(),
  score: z.strictObject({
    decoding: z.literal("greedy"),
    batch: z.int().min(1),
    repeats: z.int().min(1),
    margins: z.boolean(),
    maxNewTokens: z.int().min(1).nullable(),
    checkpoints: z.boolean().optional(),
  }),
});

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** `run.json`: what a run folder says about itself, enough to write its rows anew. */
export const runRecord = z.strictObject({
  version: z.literal(1),
  run: z.strictObject({ id, arm: z.string(), seed: z.int().nullable(), batch: z.string(), createdMs: z.number() }),
  jobs: z.array(z.strictObject({ id, kind: z.enum(["compile", "train", "score"]), dependsOn: id.nullable() })).min(1),
  experiment: z.strictObject({ id, name: z.string(), createdMs: z.number(), fileHash: z.string(), yaml: z.string(), plan }),
  taskHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type RunRecord = z.infer<typeof runRecord>;

/** `marks.json`: what a person said about a run after it was made. */
export const runMarks = z.strictObject({
  version: z.literal(1),
  batch: z.string(),
  setAside: z.strictObject({ reason: z.string(), atMs: z.number() }).nullable(),
});
export type RunMarks = z.infer<typeof runMarks>;
