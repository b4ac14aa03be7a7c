import { assertNever } from "../assert-never.ts";
import type { Outcome } from "../outcome.ts";
import { firstJsonObject } from "./first-json-object.ts";
import type { SanitiseStep } from "./sanitise-step.ts";
import type { Field, Item, Task } from "./task.ts";

/** The fields of an answer. */
export type Fields = Readonly<Record<string, string>>;

/** What the sanitise steps made of a raw text; `problem` names the first metric field that is missing or no known label. */
export type Parsed =
  | { readonly kind: "parsed"; readonly fields: Fields; readonly problem: string | null }
  | { readonly kind: "unparsed"; readonly why: string };

type State = { readonly kind: "text"; readonly text: string } | { readonly kind: "fields"; readonly fields: Fields } | { readonly kind: "unparsed"; readonly why: string };

/** Runs a task's sanitise steps over what a model said. Never throws: any text has a result. */
export function sanitise(task: Pick<Task, "fields" | "metric" | "sanitise">, raw: string): Parsed {
  const names = task.fields.map((field) => field.name);
  let state: State = { kind: "text", text: raw };
  for (const step of task.sanitise.steps) state = apply(step, state, names);
  switch (state.kind) {
    case "unparsed":
      return state;
    case "text":
      return { kind: "unparsed", why: "no step turned the text into fields" };
    case "fields":
      return { kind: "parsed", fields: state.fields, problem: problemIn(state.fields, task) };
    default:
      return assertNever(state);
  }
}

/** Pass when every metric field equals the item's gold, else fail; what cannot be parsed fails. */
export function outcomeOf(task: Pick<Task, "metric">, item: Item, parsed: Parsed): Extract<Outcome, "pass" | "fail"> {
  if (parsed.kind === "unparsed") return "fail";
  return task.metric.fields.every((field) => ownValue(parsed.fields, field) === ownValue(item.gold, field)) ? "pass" : "fail";
}

function apply(step: SanitiseStep, state: State, names: readonly string[]): State {
  if (state.kind === "unparsed") return state;
  switch (step.step) {
    case "strip-code-fences":
      return onText(state, (text) => ({ kind: "text", text: insideFence(text) }));
    case "first-json-object":
      return onText(state, fieldsFromJson);
    case "split-line":
      return onText(state, (text) => fieldsFromLine(text, step.separator, names));
    case "trim-lower-case":
      return state.kind === "text" ? { kind: "text", text: trimLower(state.text) } : { kind: "fields", fields: mapEntries(state.fields, (name, value) => [trimLower(name), trimLower(value)]) };
    case "aliases":
      return state.kind === "fields" ? { kind: "fields", fields: mapEntries(state.fields, (name, value) => [name, name === step.field ? (ownValue(step.map, value) ?? value) : value]) } : state;
    default:
      return assertNever(step);
  }
}

function onText(state: State, read: (text: string) => State): State {
  return state.kind === "text" ? read(state.text) : state;
}

function insideFence(text: string): string {
  return /```[^\n`]*\n([\s\S]*?)(?:```|$)/.exec(text)?.[1] ?? text;
}

function fieldsFromJson(text: string): State {
  const object = firstJsonObject(text);
  if (object === null) return { kind: "unparsed", why: "no JSON object in the answer" };
  const pairs = Object.entries(object).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[name, String(value)]] : []);
  return { kind: "fields", fields: Object.fromEntries(pairs) };
}

function fieldsFromLine(text: string, separator: string, names: readonly string[]): State {
  const line = text.split(/\r\n|\r|\n/).find((part) => part.trim() !== "");
  if (line === undefined) return { kind: "unparsed", why: "the answer is empty" };
  const parts = line.split(separator);
  if (parts.length < names.length) return { kind: "unparsed", why: `${parts.length} of ${names.length} parts in the first line` };
  return { kind: "fields", fields: Object.fromEntries(names.map((name, index) => [name, (parts[index] ?? "").trim()])) };
}

function problemIn(fields: Fields, task: Pick<Task, "fields" | "metric">): string | null {
  const problems = task.fields.filter((field) => task.metric.fields.includes(field.name)).map((field) => fieldProblem(fields, field));
  return problems.find((problem) => problem !== null) ?? null;
}

function fieldProblem(fields: Fields, field: Field): string | null {
  const value = ownValue(fields, field.name);
  if (value === undefined) return `${field.name} is missing`;
  return field.labels.some((label) => label.name === value) ? null : `${field.name} has the unknown label ${JSON.stringify(value)}`;
}

function trimLower(text: string): string {
  return text.trim().toLowerCase();
}

function mapEntries(fields: Fields, change: (name: string, value: string) => readonly [string, string]): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => change(name, value)));
}

function ownValue(fields: Fields, name: string): string | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
