import { z } from "zod";
import { nearest } from "../domain/nearest.ts";
import { knownKeys } from "./known-keys.ts";
import { fieldName } from "./yaml-text.ts";
import type { FieldPath } from "./yaml-text.ts";

/** What is wrong at a field, in words for the person who wrote the file. */
export type Fault = { readonly path: FieldPath; readonly message: string; readonly fix: string };

type Issue = z.core.$ZodIssue;

/** The value a schema gives, or what is wrong with it; nothing is repaired silently. */
export function readSchema<S extends z.ZodType>(schema: S, value: unknown): { readonly kind: "value"; readonly value: z.output<S> } | { readonly kind: "faults"; readonly faults: readonly Fault[] } {
  const read = schema.safeParse(value);
  return read.success ? { kind: "value", value: read.data } : { kind: "faults", faults: read.error.issues.flatMap((issue) => faultsOf(issue, schema, value)) };
}

/** A rule's refusal inside a schema: the sentence and, kept apart, the fix. */
export function refuse(context: z.core.$RefinementCtx, message: string, fix: string): never {
  context.addIssue({ code: "custom", message, params: { fix }, input: context.value });
  return z.NEVER;
}

function faultsOf(issue: Issue, schema: z.ZodType, value: unknown): readonly Fault[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  const found = valueAt(value, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey([...path, key], knownKeys(schema, path)));
    case "invalid_type":
      return [found === undefined ? missing(path) : { path, message: `This should be ${kindName(issue.expected)}, but is ${shown(found)}.`, fix: typeFix(issue.expected, found) }];
    case "invalid_value":
      return [found === undefined ? missing(path) : noneOf(path, found, issue.values.map(String))];
    case "invalid_union":
      return [found === undefined ? missing(path) : noneOf(path, found, stringsIn(issue))];
    case "too_small":
      return [{ path, message: tooSmall(issue), fix: `It is ${shown(found)} now.` }];
    case "too_big":
      return [{ path, message: tooBig(issue), fix: `It is ${shown(found)} now.` }];
    case "custom":
      return [{ path, message: issue.message, fix: fixIn(issue.params) }];
    default:
      return [{ path, message: `${shown(found)} cannot be used here.`, fix: issue.message.endsWith(".") ? issue.message : `${issue.message}.` }];
  }
}

function unknownKey(path: FieldPath, known: readonly string[]): Fault {
  const key = String(path.at(-1));
  const near = nearest(key, known);
  return {
    path,
    message: `${JSON.stringify(key)} is no known key here.`,
    fix: near === null ? `Known here: ${known.join(", ")}.` : `Did you mean ${near}?`,
  };
}

function missing(path: FieldPath): Fault {
  const key = path.at(-1);
  return { path, message: `${fieldName(path)} is missing.`, fix: `Add ${key}.` };
}

function noneOf(path: FieldPath, found: unknown, options: readonly string[]): Fault {
  const near = nearest(typeof found === "string" ? found : JSON.stringify(found), options);
  return {
    path,
    message: `${shown(found)} is none of ${options.join(", ")}.`,
    fix: near === null ? `Write one of them.` : `Did you mean ${near}?`,
  };
}

function stringsIn(issue: Issue): readonly string[] {
  const options: unknown = "options" in issue ? issue.options : [];
  return Array.isArray(options) ? options.map(String) : [];
}

function tooSmall(issue: Extract<Issue, { code: "too_small" }>): string {
  const least = Number(issue.minimum);
  if (issue.origin === "array") return least === 1 ? "The list is empty." : `The list needs at least ${least} entries.`;
  if (issue.origin === "string") return least === 1 ? "This is empty." : `This needs at least ${least} characters.`;
  return issue.inclusive === false ? `This must be more than ${least}.` : `This must be at least ${least}.`;
}

function tooBig(issue: Extract<Issue, { code: "too_big" }>): string {
  const most = Number(issue.maximum);
  if (issue.origin === "array") return `The list can have ${most} entries at most.`;
  if (issue.origin === "string") return `This can have ${most} characters at most.`;
  return issue.inclusive === false ? `This must be less than ${most}.` : `This can be ${most} at most.`;
}

function fixIn(params: unknown): string {
  return typeof params === "object" && params !== null && "fix" in params ? String(params.fix) : "";
}

function valueAt(value: unknown, path: FieldPath): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, part)?.value;
  }
  return current;
}

function kindName(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    string: "text", number: "a number", int: "a whole number", boolean: "true or false", array: "a list", object: "a block of keys", record: "a block of keys",
  };
  return names[expected] ?? expected;
}

function typeFix(expected: string, found: unknown): string {
  if (expected === "string" && (typeof found === "number" || typeof found === "boolean")) return `Put it in quotes: "${found}".`;
  if (expected === "number" && typeof found === "string" && found.trim() !== "" && Number.isFinite(Number(found))) return `Write ${found} without quotes.`;
  if (expected === "array") return "Write a list: [a, b], or one entry a line, each after a dash.";
  if (expected === "object" || expected === "record") return "Write keys and values: { key: value }.";
  return `Write ${kindName(expected)}.`;
}

/** A value as a person would quote it, cut where it is long. */
function shown(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a block of keys";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
