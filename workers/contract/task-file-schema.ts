import { z } from "zod";

const text = z.string().min(1).max(20_000);

const label = z.strictObject({ name: z.string().trim().min(1).max(100), says: text });

const field = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, { error: "A field is named in lower-case letters, digits, - and _." }),
  says: text,
  labels: z.array(label).min(2).max(1000),
});

const step = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("strip-code-fences") }),
  z.strictObject({ step: z.literal("first-json-object") }),
  z.strictObject({ step: z.literal("split-line"), separator: z.string().min(1).max(10) }),
  z.strictObject({ step: z.literal("trim-lower-case") }),
  z.strictObject({ step: z.literal("aliases"), field: z.string(), map: z.record(z.string().min(1), z.string()) }),
]);

/** `task.yaml`, before its parts are checked against each other and the items. */
export const taskFileSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, { error: "A task is named in lower-case letters, digits and -." }),
  version: z.int().min(1),
  title: z.string().trim().min(1).max(200),
  fields: z.array(field).min(1).max(20),
  template: z.strictObject({ system: text, described: text, user: text, answer: text }),
  sanitise: z.strictObject({ version: z.int().min(1), steps: z.array(step).min(1).max(50) }),
  metric: z.strictObject({ kind: z.literal("exact-match"), fields: z.array(z.string()).min(1) }),
  max_new_tokens: z.int().min(1).max(100_000),
});
export type TaskFile = z.output<typeof taskFileSchema>;

/** One line of `items.jsonl`. */
export const itemLineSchema = z.strictObject({
  id: z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u, { error: "An id is one line of 1 to 200 characters." }),
  split: z.enum(["train", "validation", "test"]),
  input: z.string().min(1).max(200_000),
  gold: z.record(z.string(), z.string()),
});
