import { z } from "zod";
import type { RunPath } from "../domain/experiment/experiment.ts";
import { largestSeed, parseSeeds } from "../domain/experiment/seeds.ts";
import { nearest } from "../domain/nearest.ts";
import { factorial, grid } from "./experiment-file-designs.ts";
import { promptFile } from "./experiment-file-prompt.ts";
import { base, task } from "./experiment-file-refs.ts";
import { oneLine } from "./one-line.ts";
import { refuse } from "./schema-faults.ts";

const dtypes = ["fp32", "bf16", "nf4"] as const;

const count = (most: number) => z.int().min(1).max(most);

/** `1..5`, `[1, 2, 7]` or `1..3, 7`. A bare number is that one seed; 0 alone is refused, because it is meant as "none". */
const seeds = z.unknown().transform((value, context): readonly number[] => {
  if (value === 0) return refuse(context, "There are 0 seeds.", "Write for example 1..3, or [0] if you mean the seed with the number 0.");
  const parts = Array.isArray(value) ? value : [value];
  if (!parts.every((part) => typeof part === "number" || typeof part === "string")) {
    return refuse(context, "Seeds are numbers.", "Write for example 1..5, or [1, 2, 7], or 1..3, 7.");
  }
  const read = parseSeeds(parts.join(", "));
  return read.kind === "seeds" ? read.seeds : refuse(context, read.message, read.fix);
});

/** A path of a run, `peft/bf16`. */
const runPath = z.string().transform((text, context): RunPath => {
  const names = dtypes.map((dtype) => `peft/${dtype}`);
  const dtype = dtypes.find((known) => `peft/${known}` === text.trim());
  if (dtype !== undefined) return { runtime: "peft", dtype };
  const near = nearest(text, names);
  return refuse(context, `${JSON.stringify(text)} is none of ${names.join(", ")}.`, near === null ? "Write one of them." : `Did you mean ${near}?`);
});

const targets = z.unknown().transform((value, context): string | readonly string[] => {
  if (typeof value === "string" && value.trim() !== "") return value;
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === "string" && part !== "")) return value.map(String);
  return refuse(context, "Targets are the modules LoRA is put on.", "Write [q, k, v, o, gate, up, down], or all-linear, or one regular expression.");
});

const layers = z.unknown().transform((value, context): "all" | "global" | { readonly every: number } | readonly number[] => {
  if (value === "all" || value === "global") return value;
  const numbers = z.array(z.int().min(0).max(10_000)).min(1).max(1000).safeParse(value);
  if (numbers.success) return numbers.data;
  const every = z.strictObject({ every: count(1000) }).safeParse(value);
  if (every.success) return every.data;
  return refuse(context, "Layers are all, global, a list of layer numbers from 0, or every so many.", "Write all, or global, or [0, 6, 12], or { every: 6 }.");
});

const pattern = z.record(z.string().min(1), count(4096));

const arm = z.strictObject({
  name: oneLine,
  path: runPath.optional(),
  base: base.optional(),
  seeds: seeds.optional(),
  train_items: count(1_000_000).optional(),
  prompt: promptFile.nullable().optional(),
  lora: z
    .strictObject({
      rank: count(4096).optional(),
      alpha: z.number().positive().optional(),
      dropout: z.number().min(0).max(0.9).optional(),
      targets: targets.optional(),
      rslora: z.boolean().optional(),
      dora: z.boolean().optional(),
      rank_pattern: pattern.optional(),
      alpha_pattern: z.record(z.string().min(1), z.number().positive()).optional(),
    })
    .nullable()
    .optional(),
  prefix: z
    .strictObject({
      length: count(100_000).optional(),
      layers: layers.optional(),
      init: z.enum(["random-tokens", "text"]).optional(),
      init_text: z.string().optional(),
    })
    .nullable()
    .optional(),
  train: z
    .strictObject({
      lr: z.number().positive().max(10).optional(),
      epochs: count(100_000).optional(),
      batch: count(4096).optional(),
      accumulate: count(4096).optional(),
      max_steps: count(10_000_000).nullable().optional(),
      weight_decay: z.number().min(0).max(10).optional(),
      early_stop: z.strictObject({ patience: count(1000) }).nullable().optional(),
      checkpoints: z.enum(["last", "every-epoch"]).optional(),
      seed_init: z.int().min(0).max(largestSeed).optional(),
      seed_order: z.int().min(0).max(largestSeed).optional(),
    })
    .nullable()
    .optional(),
  both: z.enum(["trained-together", "combined-at-scoring"]).optional(),
  grid: grid.optional(),
});

/** An arm as it is written in an experiment file; what is left out has the reference recipe's value. */
export type ArmFile = z.output<typeof arm>;

/** The experiment file of the design, before its parts are checked against each other. */
export const experimentFileSchema = z.strictObject({
  name: oneLine,
  task,
  base,
  paths: z.strictObject({ peft: z.strictObject({ dtype: z.enum(dtypes) }) }).optional(),
  seeds: seeds.optional(),
  factorial: factorial.optional(),
  arms: z.array(arm).min(1).max(100).optional(),
  gate: z.strictObject({ free_mib: count(10_000_000), for_seconds: z.number().min(0).max(86_400).optional() }).nullable().optional(),
  score: z
    .strictObject({
      decoding: z.enum(["greedy"]).optional(),
      batch: count(4096).optional(),
      repeats: count(100).optional(),
      margins: z.boolean().optional(),
      max_new_tokens: count(100_000).nullable().optional(),
      checkpoints: z.boolean().optional(),
    })
    .nullable()
    .optional(),
});
export type ExperimentFile = z.output<typeof experimentFileSchema>;
