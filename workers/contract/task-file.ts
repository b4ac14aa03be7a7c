import type { Problem } from "../domain/errors.ts";
import type { Task } from "../domain/task/task.ts";
import { findItemProblems, readItemLines } from "./task-file-items.ts";
import type { PlacedItem } from "./task-file-items.ts";
import { findTaskFaults } from "./task-file-rules.ts";
import { taskFileSchema } from "./task-file-schema.ts";
import type { TaskFile } from "./task-file-schema.ts";
import { readSchema } from "./schema-faults.ts";
import { decodeUtf8 } from "./utf8.ts";
import { problemAt, readYaml } from "./yaml-text.ts";

/** The largest task.yaml, bytes. */
export const maxTaskYamlBytes = 256 * 1024;

/** The largest items.jsonl, bytes. */
export const maxItemsBytes = 64 * 1024 * 1024;

/** The two files of a task as they lie on disk, and how to call them in a message. */
export type TaskFiles = {
  readonly taskYaml: Uint8Array;
  readonly itemsJsonl: Uint8Array;
  readonly names?: { readonly taskYaml: string; readonly itemsJsonl: string };
};

/** The task, or what is wrong with its files. */
export type TaskFilesRead = { readonly kind: "task"; readonly task: Task } | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/** Reads a task's two files; every problem names the file, the line, the field and a fix. */
export function parseTaskFiles(files: TaskFiles): TaskFilesRead {
  const names = files.names ?? { taskYaml: "task.yaml", itemsJsonl: "items.jsonl" };
  const head = readTaskYaml(files.taskYaml, names.taskYaml);
  if (head.kind === "problems") return head;
  const lines = readText(files.itemsJsonl, names.itemsJsonl, maxItemsBytes);
  if (lines.kind === "problems") return lines;
  const read = readItemLines(lines.text, names.itemsJsonl, head.file.fields);
  const problems = [...read.problems, ...(read.problems.length > 0 ? [] : findItemProblems(read.items, head.file, names))];
  return problems.length > 0 ? { kind: "problems", problems: firstOf(problems) } : { kind: "task", task: taskOf(head.file, read.items) };
}

type HeadRead = { readonly kind: "head"; readonly file: TaskFile } | { readonly kind: "problems"; readonly problems: readonly Problem[] };

function readTaskYaml(bytes: Uint8Array, name: string): HeadRead {
  const text = readText(bytes, name, maxTaskYamlBytes);
  if (text.kind === "problems") return text;
  const read = readYaml(text.text, name);
  if (read.kind === "problems") return read;
  const checked = readSchema(taskFileSchema, read.yaml.value);
  const faults = checked.kind === "faults" ? checked.faults : findTaskFaults(checked.value);
  if (checked.kind === "value" && faults.length === 0) return { kind: "head", file: checked.value };
  return { kind: "problems", problems: faults.map((fault) => problemAt(read.yaml, fault.path, { message: fault.message, fix: fault.fix })) };
}

function readText(bytes: Uint8Array, file: string, most: number): ReturnType<typeof decodeUtf8> {
  if (bytes.length <= most) return decodeUtf8(bytes, file);
  const message = `The file has ${bytes.length} bytes; ${most} are the most that is read.`;
  return { kind: "problems", problems: [{ file, line: null, column: null, field: "", message, fix: "Is this the right file?" }] };
}

function taskOf(file: TaskFile, items: readonly PlacedItem[]): Task {
  const { max_new_tokens: maxNewTokens, ...rest } = file;
  return { ...rest, maxNewTokens, items: items.map(({ line: _line, ...item }) => item) };
}

/** A file that is wrong throughout would otherwise fill the screen. */
function firstOf(problems: readonly Problem[]): readonly Problem[] {
  const most = 50;
  const last = problems[most];
  if (last === undefined) return problems;
  return [...problems.slice(0, most), { ...last, field: "", message: `From here on there are ${problems.length - most} more problems.`, fix: "Correct those above first." }];
}
