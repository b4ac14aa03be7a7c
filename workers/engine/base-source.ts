import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { JobSpec } from "../contract/job-spec.ts";
import { LabError } from "../domain/errors.ts";
import type { BaseRef } from "../domain/experiment/experiment.ts";
import { nearest } from "../domain/nearest.ts";

/** Models that come with Flipbook, by name, and the variable in which set-up says where each lies. */
const builtins = {
  "smollm2-135m": "FLIPBOOK_BASE_BUILTIN",
  // The same with its first layers only: made by the tests' set-up, too small to learn anything.
  "smollm2-135m-tiny": "FLIPBOOK_BASE_TINY",
} as const;

/** Where the weights of a base model are; a model that is not there is refused with what to do. */
export function baseSource(base: BaseRef, env: NodeJS.ProcessEnv): JobSpec["base"] {
  switch (base.kind) {
    case "hub":
      return { kind: "hub", id: base.id, revision: base.revision };
    case "folder":
      return { kind: "folder", path: modelFolder(base.path, `the base model's folder ${base.path}`) };
    case "builtin":
      return { kind: "folder", path: builtinFolder(base.name, env) };
  }
}

function builtinFolder(name: string, env: NodeJS.ProcessEnv): string {
  const names = Object.keys(builtins);
  const known = Object.entries(builtins).find(([builtin]) => builtin === name);
  if (known === undefined) {
    const near = nearest(name, names);
    throw new LabError("missing-base", `There is no built-in model ${name}. ${near === null ? `Known are ${names.join(", ")}.` : `Did you mean ${near}?`}`);
  }
  const folder = env[known[1]];
  if (folder === undefined || folder === "") throw new LabError("missing-base", `The built-in model ${name} is not set up. Run \`npm start\` once; it unpacks it.`);
  return modelFolder(folder, `the built-in model ${name} (${folder})`);
}

function modelFolder(path: string, called: string): string {
  const lacks = lackOf(path);
  if (lacks === null) return path;
  throw new LabError("missing-base", `There is no model in ${called}: it has no ${lacks}. Name a folder in Hugging Face's format.`);
}

/** What a folder needs at the least to be loaded at all: better said now than by every job of a sweep. */
function lackOf(path: string): string | null {
  if (!existsSync(join(path, "config.json"))) return "config.json";
  const names = readdirSync(path);
  if (!names.some((name) => /\.(safetensors|bin)$/.test(name))) return "weights (model.safetensors)";
  return names.some((name) => /^(tokenizer|vocab|spiece)/.test(name)) ? null : "tokenizer (tokenizer.json)";
}
