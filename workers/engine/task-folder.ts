import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { maxItemsBytes, maxTaskYamlBytes, parseTaskFiles } from "../contract/task-file.ts";
import type { TaskFilesRead } from "../contract/task-file.ts";
import type { TaskRef } from "../domain/experiment/experiment.ts";
import { nearest } from "../domain/nearest.ts";
import { fileError } from "./write-file.ts";

/** The task a reference names, what is wrong with its files, or why there is no such folder. */
export type TaskRead = TaskFilesRead | { readonly kind: "missing"; readonly message: string; readonly fix: string };

export type TaskPlace = { readonly assets: string; /** The experiment file's name; a relative task folder is looked for beside it. */ readonly fileName: string };

export function readTask(ref: TaskRef, place: TaskPlace): TaskRead {
  const folder = ref.kind === "builtin" ? join(place.assets, "tasks", ref.name) : besideFile(place.fileName, ref.path);
  if (folder === null) return { kind: "missing", message: `${ref.kind === "folder" ? ref.path : ref.name} is relative, but it is not known in which folder the experiment file lies.`, fix: "Write the folder's whole path." };
  const names = { taskYaml: join(folder, "task.yaml"), itemsJsonl: join(folder, "items.jsonl") };
  if (!existsSync(names.taskYaml)) return ref.kind === "builtin" ? unknownTask(ref.name, place.assets) : { kind: "missing", message: `There is no task.yaml in ${folder}.`, fix: "Name a folder with task.yaml and items.jsonl in it." };
  if (!existsSync(names.itemsJsonl)) return { kind: "missing", message: `There is no items.jsonl in ${folder}.`, fix: "Put the items beside task.yaml." };
  return parseTaskFiles({ taskYaml: readAtMost(names.taskYaml, maxTaskYamlBytes), itemsJsonl: readAtMost(names.itemsJsonl, maxItemsBytes), names });
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

/** One byte more than allowed is enough to see that a file is too large. */
function readAtMost(path: string, most: number): Uint8Array {
  try {
    const file = openSync(path, "r");
    try {
      return readUpTo(file, most + 1);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw fileError(error, path);
  }
}

function readUpTo(file: number, most: number): Uint8Array {
  const pieces: Buffer[] = [];
  for (let total = 0; total < most; ) {
    const piece = Buffer.allocUnsafe(Math.min(1024 * 1024, most - total));
    const read = readSync(file, piece, 0, piece.length, null);
    if (read === 0) break;
    pieces.push(piece.subarray(0, read));
    total += read;
  }
  return Buffer.concat(pieces);
}
