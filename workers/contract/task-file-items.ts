import type { Problem } from "../domain/errors.ts";
import { nearest } from "../domain/nearest.ts";
import { sameTextKey } from "../domain/task/near-duplicates.ts";
import { answerText } from "../domain/task/prompt.ts";
import { outcomeOf, sanitise } from "../domain/task/sanitise.ts";
import { splits } from "../domain/task/task.ts";
import type { Field, Item } from "../domain/task/task.ts";
import { readSchema } from "./schema-faults.ts";
import { unknownLabel } from "./task-file-rules.ts";
import { itemLineSchema } from "./task-file-schema.ts";
import type { TaskFile } from "./task-file-schema.ts";
import { fieldName } from "./yaml-text.ts";
import type { FieldPath } from "./yaml-text.ts";

/** Items of one task at most, all splits together. */
export const maxItems = 100_000;

/** An item and the line it stands on, counted from 1. */
export type PlacedItem = Item & { readonly line: number };

type Names = { readonly taskYaml: string; readonly itemsJsonl: string };
type Words = { readonly message: string; readonly fix: string };

/** Reads `items.jsonl`, one JSON object a line, blank lines skipped; each line is judged by itself. */
export function readItemLines(text: string, file: string, fields: readonly Field[]): { readonly items: readonly PlacedItem[]; readonly problems: readonly Problem[] } {
  const items: PlacedItem[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    if (items.length >= maxItems) return { items, problems: [...problems, problem(file, index + 1, { message: `There are more than ${maxItems} items.`, fix: "Take fewer items." })] };
    const read = readLine({ file, line: index + 1, text: line }, fields);
    if (read.kind === "item") items.push(read.item);
    else problems.push(...read.problems);
  }
  return { items, problems };
}

/** What is wrong between items: ids, splits, the same text in two splits, an answer its own steps do not read back. */
export function findItemProblems(items: readonly PlacedItem[], task: TaskFile, names: Names): readonly Problem[] {
  return [...sameIds(items, names.itemsJsonl), ...sameTexts(items, names.itemsJsonl), ...emptySplits(items, names.itemsJsonl), ...unreadAnswers(items, task, names)];
}

type Line = { readonly file: string; readonly line: number; readonly text: string };
type LineRead = { readonly kind: "item"; readonly item: PlacedItem } | { readonly kind: "problems"; readonly problems: readonly Problem[] };

function readLine(line: Line, fields: readonly Field[]): LineRead {
  const json = parseJson(line);
  if (json.kind === "problem") return { kind: "problems", problems: [json.problem] };
  const read = readSchema(itemLineSchema, json.value);
  if (read.kind === "faults") return { kind: "problems", problems: read.faults.map((fault) => problemIn(line, fault.path, { message: fault.message, fix: fault.fix })) };
  const problems = goldProblems(line, read.value.gold, fields);
  return problems.length > 0 ? { kind: "problems", problems } : { kind: "item", item: { ...read.value, line: line.line } };
}

function parseJson(line: Line): { readonly kind: "value"; readonly value: unknown } | { readonly kind: "problem"; readonly problem: Problem } {
  try {
    return { kind: "value", value: JSON.parse(line.text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /position (\d+)/.exec(error.message)?.[1];
    const column = position === undefined ? line.text.trimEnd().length + 1 : Number(position) + 1;
    const message = "The line is no complete JSON object.";
    return { kind: "problem", problem: { file: line.file, line: line.line, column, field: "", message, fix: 'Write one item a line: {"id":"…","split":"…","input":"…","gold":{…}}.' } };
  }
}

function goldProblems(line: Line, gold: Readonly<Record<string, string>>, fields: readonly Field[]): readonly Problem[] {
  const names = fields.map((field) => field.name);
  const unknown = Object.keys(gold).filter((name) => !names.includes(name)).map((name) => {
    const near = nearest(name, names);
    return problemIn(line, ["gold", name], { message: `${JSON.stringify(name)} is no field of this task.`, fix: near === null ? `Fields: ${names.join(", ")}.` : `Did you mean ${near}?` });
  });
  return [...unknown, ...fields.flatMap((field) => labelProblem(line, gold, field))];
}

function labelProblem(line: Line, gold: Readonly<Record<string, string>>, field: Field): readonly Problem[] {
  const label = Object.hasOwn(gold, field.name) ? gold[field.name] : undefined;
  const labels = field.labels.map((known) => known.name);
  if (label === undefined) return [problemIn(line, ["gold", field.name], { message: `The gold leaves out ${field.name}.`, fix: `Add ${field.name} with one of ${labels.slice(0, 20).join(", ")}.` })];
  return labels.includes(label) ? [] : [problemIn(line, ["gold", field.name], unknownLabel(field.name, label, labels))];
}

function sameIds(items: readonly PlacedItem[], file: string): readonly Problem[] {
  return laterTwins(items, (item) => item.id).map(({ first, item }) =>
    first.split === item.split
      ? problem(file, item.line, { message: `The id ${JSON.stringify(item.id)} is used twice, first in line ${first.line}.`, fix: "Give every item an id of its own." }, "id")
      : problem(file, item.line, { message: `The item ${JSON.stringify(item.id)} is in ${item.split} and, in line ${first.line}, in ${first.split}.`, fix: "Keep it in one split." }, "split"));
}

function sameTexts(items: readonly PlacedItem[], file: string): readonly Problem[] {
  return laterTwins(items, (item) => sameTextKey(item.input))
    .filter(({ first, item }) => first.split !== item.split && first.id !== item.id)
    .map(({ first, item }) => problem(file, item.line, { message: `${item.id} (${item.split}) has the same text as ${first.id} (${first.split}) in line ${first.line}.`, fix: "Remove one: what is trained on cannot be tested." }, "input"));
}

/** Every item that shares its key with one of another split or, failing that, with the first that had it. */
function laterTwins(items: readonly PlacedItem[], key: (item: PlacedItem) => string): readonly { readonly first: PlacedItem; readonly item: PlacedItem }[] {
  const seen = new Map<string, PlacedItem[]>();
  return items.flatMap((item) => {
    const before = seen.get(key(item)) ?? [];
    if (before.every((other) => other.split !== item.split)) seen.set(key(item), [...before, item]);
    const first = before.find((other) => other.split !== item.split) ?? before[0];
    return first === undefined ? [] : [{ first, item }];
  });
}

function emptySplits(items: readonly Item[], file: string): readonly Problem[] {
  const used = new Set(items.map((item) => item.split));
  return splits.filter((split) => !used.has(split)).map((split) => ({ file, line: null, column: null, field: "split", message: `No item is in ${split}.`, fix: `Add at least one item with "split":"${split}".` }));
}

/** Training teaches the answer text, so the steps must read every answer back as its gold, or no model could pass. */
function unreadAnswers(items: readonly PlacedItem[], task: TaskFile, names: Names): readonly Problem[] {
  const unread = items.find((item) => outcomeOf(task, item, sanitise(task, answerText(task, item))) === "fail");
  if (unread === undefined) return [];
  const answer = answerText(task, unread);
  return [{ file: names.taskYaml, line: null, column: null, field: "sanitise.steps", message: `The steps do not read the right answer of ${unread.id}, ${JSON.stringify(answer)}, back as its gold.`, fix: "Make template.answer and sanitise.steps fit each other." }];
}

function problemIn(line: Line, path: FieldPath, words: Words): Problem {
  const key = path.findLast((part) => typeof part === "string" && line.text.includes(JSON.stringify(part)));
  const column = typeof key === "string" ? line.text.indexOf(JSON.stringify(key)) + 1 : 1;
  return { file: line.file, line: line.line, column, field: fieldName(path), ...words };
}

function problem(file: string, line: number, words: Words, field = ""): Problem {
  return { file, line, column: 1, field, ...words };
}
