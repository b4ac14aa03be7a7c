import { z } from "zod";
import type { Writer } from "../domain/experiment/skill-source.ts";
import { refuse } from "./schema-faults.ts";

const endpointKeys = z.strictObject({
  url: z.string(),
  model: z.string().trim().min(1).max(200),
  key_env: z.string().nullable().optional(),
  price_in: z.number().min(0).max(1_000_000).nullable().optional(),
  price_out: z.number().min(0).max(1_000_000).nullable().optional(),
  seeded: z.boolean().optional(),
});
const localKeys = z.strictObject({ local: z.string().trim().min(1) });

const example = "Write local, or { local: ./model.gguf }, or { url: https://…/v1, model: NAME, key_env: VARIABLE, price_in: 0.15, price_out: 0.6 }.";

/** `local`, a GGUF file of one's own, or an endpoint. A key itself is refused: the file says only where it is found. */
const writer = z.unknown().transform((value, context): Writer => {
  if (value === "local") return { kind: "local", model: null };
  const local = localKeys.safeParse(value);
  if (local.success) return { kind: "local", model: local.data.local };
  if (typeof value === "object" && value !== null && ["key", "api_key", "token"].some((name) => name in value)) {
    return refuse(context, "A key does not belong into the file, which is kept in the lab.", "Put it into an environment variable and write its name: key_env: VARIABLE.");
  }
  const endpoint = endpointKeys.safeParse(value);
  if (!endpoint.success) return refuse(context, "The writer is a model on this machine or an endpoint.", example);
  const { url, model, key_env: keyEnv = null, price_in: priceIn = null, price_out: priceOut = null, seeded = true } = endpoint.data;
  const fault = urlFault(url);
  if (fault !== null) return refuse(context, fault, "Write for example https://api.example.org/v1.");
  if (keyEnv !== null && !/^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(keyEnv)) return refuse(context, "key_env is the name of an environment variable, not a key.", "Write for example key_env: OPENAI_API_KEY.");
  return { kind: "endpoint", url: url.trim().replace(/\/+$/, ""), model, keyEnv, priceIn, priceOut, seeded };
});

/** How a skill text is written by a model. */
const compileFile = z.strictObject({
  writer: writer.optional(),
  instruction: z.string().trim().min(1).max(20_000).optional(),
  log: z.string().trim().min(1).max(1000).optional(),
  temperature: z.number().min(0).max(5).optional(),
  max_tokens: z.int().min(1).max(100_000).optional(),
});

/** A prompt arm's text: shots, label descriptions, and a skill from a file or written by a model. */
export const promptFile = z.strictObject({
  shots: z.int().min(0).max(256).optional(),
  describe: z.boolean().optional(),
  skill: z.string().trim().min(1).max(1000).optional(),
  compile: compileFile.nullable().optional(),
});
export type PromptFile = z.output<typeof promptFile>;

function urlFault(text: string): string | null {
  if (!URL.canParse(text.trim())) return `${JSON.stringify(text)} is no address.`;
  const url = new URL(text.trim());
  if (url.protocol !== "http:" && url.protocol !== "https:") return "The address of an endpoint begins with http:// or https://.";
  if (url.username !== "" || url.password !== "") return "The address holds a name or password, and the file is kept in the lab.";
  if (url.search !== "" || url.hash !== "") return "The address holds a query, where keys are easily left.";
  return null;
}
