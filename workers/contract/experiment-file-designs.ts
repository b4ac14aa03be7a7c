import { z } from "zod";
import type { BothWay } from "../domain/experiment/experiment.ts";
import { largestSeed } from "../domain/experiment/seeds.ts";
import { refuse } from "./schema-faults.ts";

const list = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(50).optional();
const count = (most: number) => z.int().min(1).max(most);

/** Settings an arm is varied over; every combination of their values becomes an arm. */
export const grid = z.strictObject({
  base: list(z.string()),
  train_items: list(count(1_000_000)),
  epochs: list(count(100_000)),
  lr: list(z.number().positive().max(10)),
  rank: list(count(4096)),
  alpha: list(z.number().positive()),
  length: list(count(100_000)),
  shots: list(z.int().min(0).max(256)),
  seed_init: list(z.int().min(0).max(largestSeed)),
  seed_order: list(z.int().min(0).max(largestSeed)),
});
export type Grid = z.output<typeof grid>;

/** Two substrates alone and together: text, and weights of one kind. */
export type Factorial = { readonly weights: "lora" | "prefix"; readonly both: BothWay };

const factors = z.array(z.enum(["prompt", "lora", "prefix"])).length(2);
const withWay = z.strictObject({ factors, both: z.enum(["trained-together", "combined-at-scoring"]).optional() });

/** `[prompt, lora]`, or the same with how both come together. */
export const factorial = z.unknown().transform((value, context): Factorial => {
  const plain = factors.safeParse(value);
  const read = plain.success ? { factors: plain.data } : withWay.safeParse(value).data;
  const named = new Set(read?.factors);
  const weights = named.has("lora") ? "lora" : "prefix";
  if (read === undefined || named.size !== 2 || !named.has("prompt")) {
    return refuse(context, "A factorial is a prompt and one kind of weights, alone and together.", "Write [prompt, lora], or [prompt, prefix], or { factors: [prompt, lora], both: combined-at-scoring }.");
  }
  return { weights, both: ("both" in read ? read.both : undefined) ?? "trained-together" };
});
