import { z } from "zod";
import type { BaseRef, TaskRef } from "../domain/experiment/experiment.ts";
import { refuse } from "./schema-faults.ts";

/** A built-in task, or a folder. */
export const task = z.string().transform((text, context): TaskRef => {
  const name = text.trim();
  if (/^[a-z0-9][a-z0-9-]*$/.test(name)) return { kind: "builtin", name };
  if (!/[/\\]/.test(name)) return refuse(context, `${JSON.stringify(text)} is neither a built-in task nor a folder.`, "Write the name of a built-in task (router-47), or a folder as ./my-task.");
  const fault = folderFault(name);
  return fault === null ? { kind: "folder", path: name } : refuse(context, fault.message, fault.fix);
});

/** A base model: built in, of a hub at a fixed revision, or a folder. */
export const base = z.string().transform((text, context): BaseRef => {
  const name = text.trim();
  if (name.startsWith("builtin:")) return { kind: "builtin", name: name.slice("builtin:".length).trim() };
  if (/\.gguf$/i.test(name)) return refuse(context, "A .gguf file cannot be trained or scored through peft.", "Name the folder of the model it was made from.");
  const hub = /^([\w.-]+\/[\w.-]+)@([\w.-]+)$/.exec(name);
  if (hub?.[1] !== undefined && hub[2] !== undefined && !name.startsWith(".")) return { kind: "hub", id: hub[1], revision: hub[2] };
  if (/^[\w-][\w.-]*\/[\w.-]+$/.test(name)) return refuse(context, `${name} names no revision, so it can change under the experiment.`, `Write ${name}@ and the commit, or ./${name} for a folder.`);
  if (!/[/\\]/.test(name)) return refuse(context, `${JSON.stringify(text)} is no base model.`, "Write builtin:smollm2-135m, or owner/name@revision, or a folder as ./model.");
  const fault = folderFault(name);
  return fault === null ? { kind: "folder", path: name } : refuse(context, fault.message, fault.fix);
});

/** A relative folder stays below the experiment file's own folder. */
export function folderFault(path: string): { readonly message: string; readonly fix: string } | null {
  if (path.startsWith("~")) return { message: "~ is not resolved in an experiment file.", fix: "Write the folder in full, or relative to this file." };
  if (/\p{Cc}/u.test(path)) return { message: "A folder's name cannot hold control characters.", fix: "Write the folder relative to this file." };
  let depth = 0;
  for (const part of path.split(/[/\\]/)) {
    depth += part === "" || part === "." ? 0 : part === ".." ? -1 : 1;
    if (depth < 0) return { message: `${path} leads out of the experiment file's folder.`, fix: "Put the folder beside the file, or write its full path." };
  }
  return null;
}
