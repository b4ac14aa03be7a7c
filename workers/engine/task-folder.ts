import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { maxItemsBytes, maxTaskYamlBytes, parseTaskFiles } from "../contract/task-file.ts";
import type { TaskFilesRead } from "../contract/task-file.ts";
import { LabError } from "../domain/errors.ts";
import type { TaskRef } from "../domain/experiment/experiment.ts";
import { nearest } from "../domain/nearest.ts";
import { readPlainFile } from "./read-file.ts";

/** The task a reference names, what is wrong with its files, or why there is no such folder. */
export type TaskRead = TaskFilesRead | { readonly kind: "missing"; readonly message: string; readonly fix: string };

export type TaskPlace = { readonly assets: string; /** The experiment file's name; a relative task folder is looked for beside it. */ readonly fileName: string };

export function readTask(ref: TaskRef, place: TaskPlace): TaskRead {
  const folder = ref.kind === "builtin" ? join(place.assets, "tasks", ref.name) : besideFile(place.fileName, ref.path);
  if (folder === null) return { kind: "missing", message: `${ref.kind === "folder" ? ref.path : ref.name} is relative, but it is not known in which folder the experiment file lies.`, fix: "Write the folder's whole path." };
  const names = { taskYaml: join(folder, "task.yaml"), itemsJsonl: join(folder, "items.jsonl") };
  if (!existsSync(names.taskYaml)) return ref.kind === "builtin" ? unknownTask(ref.name, place.assets) : { kind: "missing", message: `There is no task.yaml in ${folder}.`, fix: "Name a folder with task.yaml and items.jsonl in it." };
  if (!existsSync(names.itemsJsonl)) return { kind: "missing", message: `There is no items.jsonl in ${folder}.`, fix: "Put the items beside task.yaml." };
  try {
    return parseTaskFiles({ taskYaml: readPlainFile(names.taskYaml, maxTaskYamlBytes), itemsJsonl: readPlainFile(names.itemsJsonl, maxItemsBytes), names });
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { kind: "missing", message: error.message, fix: "A task is two text files, task.yaml and items.jsonl, that you may read." };
  }
}

/** A path as the experiment file means it; null where that file's own folder is not known. */
export function besideFile(fileName: string, path: string): string | null {
  if (isAbsolute(path)) return path;
  return isAbsolute(fileName) ? resolve(dirname(fileName), path) : null;
}

function unknownTask(name: string, assets: string): TaskRead {
  const names = readdirSync(join(assets, "tasks"));
  const near = nearest(name, names);
  return { kind: "missing", message: `There is no built-in task ${name}.`, fix: near === null ? `Built in: ${names.join(", ")}. A folder of your own is written ./my-task.` : `Did you mean ${near}?` };
}
