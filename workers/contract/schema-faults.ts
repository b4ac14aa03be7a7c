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
  if (read.success) return { kind: "value", value: read.data };
  const findings = read.error.issues.flatMap((issue) => findingsOf(issue, schema, value));
  return { kind: "faults", faults: withoutEchoes(findings).map(({ path, message, fix }) => ({ path, message, fix })) };
}

/** A fault, and the field it is about: the one that is missing, or the one that an unknown key was meant to be. */
type Finding = Fault & { readonly about: { readonly kind: "missing" | "meant"; readonly field: string } | null };

/** A misspelt key is missing, too; one sentence is enough, and it comes first. */
function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  const meant = findings.filter((finding) => finding.about?.kind === "meant");
  const fields = new Set(meant.map((finding) => finding.about?.field));
  return [...meant, ...findings.filter((finding) => finding.about?.kind !== "meant" && !(finding.about?.kind === "missing" && fields.has(finding.about.field)))];
}

/** A rule's refusal inside a schema: the sentence and, kept apart, the fix. */
export function refuse(context: z.core.$RefinementCtx, message: string, fix: string): never {
  context.addIssue({ code: "custom", message, params: { fix }, input: context.value });
  return z.NEVER;
}

function findingsOf(issue: Issue, schema: z.ZodType, value: unknown): readonly Finding[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  const found = valueAt(value, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey([...path, key], knownKeys(schema, path)));
    case "invalid_type":
      return [found === undefined ? missing(path) : finding(path, `This should be ${kindName(issue.expected)}, but is ${shown(found)}.`, typeFix(issue.expected, found))];
    case "invalid_value":
      return [found === undefined ? missing(path) : noneOf(path, found, issue.values.map(String))];
    case "invalid_union":
      return [found === undefined ? missing(path) : noneOf(path, found, stringsIn(issue))];
    case "too_small":
      return [finding(path, tooSmall(issue), sizeFix(issue.origin, found, "small"))];
    case "too_big":
      return [finding(path, tooBig(issue), sizeFix(issue.origin, found, "big"))];
    case "custom":
      return [finding(path, issue.message, fixIn(issue.params))];
    default:
      return [finding(path, `${shown(found)} cannot be used here.`, issue.message.endsWith(".") ? issue.message : `${issue.message}.`)];
  }
}

function finding(path: FieldPath, message: string, fix: string): Finding {
  return { path, message, fix, about: null };
}

function unknownKey(path: FieldPath, known: readonly string[]): Finding {
  const key = String(path.at(-1));
  const near = nearest(key, known);
  const found = finding(path, `${JSON.stringify(key)} is no known key here.`, near === null ? `Known here: ${known.join(", ")}.` : `Did you mean ${near}?`);
  return near === null ? found : { ...found, about: { kind: "meant", field: fieldName([...path.slice(0, -1), near]) } };
}

function missing(path: FieldPath): Finding {
  const field = fieldName(path);
  return { ...finding(path, `${field} is missing.`, `Add ${String(path.at(-1))}.`), about: { kind: "missing", field } };
}

function noneOf(path: FieldPath, found: unknown, options: readonly string[]): Finding {
  const near = nearest(typeof found === "string" ? found : JSON.stringify(found), options);
  return finding(path, `${shown(found)} is none of ${options.join(", ")}.`, near === null ? "Write one of them." : `Did you mean ${near}?`);
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

function sizeFix(origin: string, found: unknown, size: "small" | "big"): string {
  if (origin === "array") return size === "small" ? "Add to the list." : "Shorten the list.";
  if (origin === "string") return size === "small" ? "Write the text." : "Shorten the text.";
  return `It is ${shown(found)} now.`;
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
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return "a block of keys";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
