import { z } from "zod";
import { eveningPlan } from "./evening.ts";
import { oneLine } from "./one-line.ts";
import { traceFields } from "../domain/trace/trace-field.ts";

const id = z.string().min(1).max(64);
const seeds = z.array(z.int().min(0).max(2 ** 31 - 1)).min(1).max(1000);

const reading = { counting: z.enum(["exclude", "as-fail"]), reliableShare: z.number().gt(0.5).max(1) };
/** One side of a comparison: a whole experiment without its base (`arm` null), an arm, or a single run. */
const side = z.strictObject({ experiment: id, arm: z.string().nullable(), run: id.nullable() });

/** Inputs of every procedure of the engine, by noun and verb; the router accepts nothing else. */
export const requests = {
  experiment: {
    byId: z.strictObject({ id }),
    check: z.strictObject({ yaml: z.string().max(262_144), fileName: z.string().max(4096) }),
    /** `reuse` = runs of which one with the same task, recipe, seed and scoring is done are taken over instead of done again. */
    create: z.strictObject({ yaml: z.string().max(262_144), fileName: z.string().max(4096), seeds: seeds.optional(), reuse: z.boolean().optional() }),
    extend: z.strictObject({ id, seeds }),
    /** `arms` null = every arm that was run under the seed; `seed` null = each arm's first. */
    verify: z.strictObject({ id, arms: z.array(z.string()).min(1).nullable(), seed: z.int().min(0).nullable() }),
    rename: z.strictObject({ id, name: oneLine }),
    tags: z.strictObject({ id, tags: z.array(z.string().trim().min(1).max(50)).max(50) }),
    item: z.strictObject({ id, itemIndex: z.int().min(0) }),
    /** `path` null = the base's, else the first run's; every answer has its figures with and without the runs that were set aside. */
    analysis: z.strictObject({ id, ...reading, path: z.string().nullable() }),
    /** `leaveOutSetAside` = as if the runs that were set aside had not been made. */
    compare: z.strictObject({ left: side, right: side, ...reading, leaveOutSetAside: z.boolean() }),
    export: z.strictObject({
      id,
      ...reading,
      path: z.string().nullable(),
      leaveOutSetAside: z.boolean(),
      figures: z.array(z.string()).min(1),
      theme: z.enum(["light", "dark", "transparent"]),
      width: z.int().min(320).max(4000),
      formats: z.array(z.enum(["svg", "png", "csv", "json", "txt"])).min(1),
      scale: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    }),
  },
  run: {
    byId: z.strictObject({ runId: id }),
    setAside: z.strictObject({ runId: id, reason: z.string().trim().min(3).max(2000).nullable() }),
    batch: z.strictObject({ runId: id, batch: z.string().trim().min(1).max(60) }),
  },
  queue: {
    byJob: z.strictObject({ jobId: id }),
    move: z.strictObject({ jobId: id, beforeJobId: id.nullable() }),
    priority: z.strictObject({ jobId: id, scope: z.enum(["run", "experiment"]), priority: z.union([z.literal(-1), z.literal(0), z.literal(1)]) }),
    policy: z.strictObject({ afterCrash: z.enum(["go-on", "pause", "retry"]), memoryRetries: z.int().min(0).max(20).optional() }),
  },
  evening: {
    byId: z.strictObject({ id }),
    plan: z.strictObject({
      plan: eveningPlan,
      files: z.array(z.strictObject({ yaml: z.string().max(262_144), fileName: z.string().max(4096), seeds: seeds.optional(), reuse: z.boolean().optional() })).max(50),
      agreedTo: z.array(z.string()).max(20),
    }),
  },
  note: {
    list: z.strictObject({ experimentId: id }),
    add: z.strictObject({ experimentId: id, runId: id.nullable(), itemIndex: z.int().min(0).nullable(), markdown: z.string().min(1).max(100_000) }),
    edit: z.strictObject({ noteId: id, markdown: z.string().min(1).max(100_000) }),
    byId: z.strictObject({ noteId: id }),
    search: z.strictObject({ text: z.string().trim().min(1).max(500), limit: z.int().min(1).max(200) }),
  },
  task: {
    byHash: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  },
  machine: {
    trace: z.strictObject({ fromMs: z.number().min(0), toMs: z.number(), points: z.int().min(2).max(4000), fields: z.array(z.enum(traceFields)).nullable() }),
    attempts: z.strictObject({ limit: z.int().min(1).max(1000), experimentId: id.nullable() }),
    period: z.strictObject({ periodMs: z.int().min(200).max(5000) }),
  },
} as const;

/** An input by its procedure, for code that names one. */
export type Request<Noun extends keyof typeof requests, Verb extends keyof (typeof requests)[Noun]> = z.infer<
  Extract<(typeof requests)[Noun][Verb], z.ZodType>
>;
