import { LineCounter, isMap, isNode, isPair, isScalar, parseDocument } from "yaml";
import type { Document } from "yaml";
import type { Problem } from "../domain/errors.ts";

/** A place inside a YAML value: keys and list positions from the root. */
export type FieldPath = readonly (string | number)[];

/** A YAML text that was read without an error, with what is needed to point into it. */
export type YamlText = { readonly file: string; readonly value: unknown; readonly document: Document; readonly lines: LineCounter };

/** The YAML, or what is wrong with it. */
export type YamlRead = { readonly kind: "yaml"; readonly yaml: YamlText } | { readonly kind: "problems"; readonly problems: readonly Problem[] };

const maxAliases = 20;

/** Reads one YAML document as plain data: core schema, no tags of its own, no merge keys, few aliases. */
export function readYaml(text: string, file: string): YamlRead {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, schema: "core", merge: false, customTags: null, prettyErrors: false, stringKeys: true, logLevel: "error" });
    const faults = [...document.errors, ...document.warnings];
    if (faults.some((fault) => fault.code === "RESOURCE_EXHAUSTION")) return tooDeep(file);
    if (faults.length > 0) return { kind: "problems", problems: faults.slice(0, 20).map((fault) => syntaxProblem(fault, lines, file)) };
    if (document.contents === null) return whole(file, "The file is empty.", "Write the fields it needs, or start from an example.");
    return { kind: "yaml", yaml: { file, value: document.toJS({ maxAliasCount: maxAliases }), document, lines } };
  } catch (error) {
    // The package throws these two for documents made to exhaust it: too many aliases, or nesting beyond the stack.
    if (error instanceof ReferenceError) return whole(file, "The file uses too many aliases.", "Write the values out.");
    if (error instanceof RangeError) return tooDeep(file);
    throw error;
  }
}

/** A problem at a field of a YAML text; a field that is not there is pointed at through its nearest parent. */
export function problemAt(yaml: YamlText, path: FieldPath, text: { readonly message: string; readonly fix: string }): Problem {
  return { file: yaml.file, ...placeOf(yaml, path), field: fieldName(path), ...text };
}

/** A path as people read it: `arms[2].lora.rank`. */
export function fieldName(path: FieldPath): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
}

type Place = { readonly line: number | null; readonly column: number | null };

function placeOf(yaml: YamlText, path: FieldPath): Place {
  for (let length = path.length; length >= 0; length--) {
    const start = startOf(yaml.document, path.slice(0, length));
    if (start !== null) return placeAt(yaml.lines, start);
  }
  return { line: 1, column: 1 };
}

function startOf(document: Document, path: FieldPath): number | null {
  const key = path.at(-1);
  const parent: unknown = path.length === 0 ? null : document.getIn(path.slice(0, -1), true);
  if (typeof key === "string" && isMap(parent)) {
    const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key);
    return isNode(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
  }
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}

function placeAt(lines: LineCounter, offset: number): Place {
  const place = lines.linePos(offset);
  return place.line === 0 ? { line: 1, column: 1 } : { line: place.line, column: place.col };
}

function syntaxProblem(fault: { readonly code: string; readonly message: string; readonly pos: readonly [number, number] }, lines: LineCounter, file: string): Problem {
  return { file, ...placeAt(lines, fault.pos[0]), field: "", message: syntaxMessage(fault), fix: syntaxFix(fault.code) };
}

function syntaxMessage(fault: { readonly code: string; readonly message: string }): string {
  return fault.code === "MULTIPLE_DOCS" ? "The file holds more than one YAML document." : `${fault.message.replace(/\.$/, "")}.`;
}

function syntaxFix(code: string): string {
  switch (code) {
    case "TAB_AS_INDENT":
      return "Indent with spaces, not with tabs.";
    case "DUPLICATE_KEY":
      return "Keep one of the two.";
    case "BAD_INDENT":
      return "Give everything of one list or block the same indentation.";
    case "TAG_RESOLVE_FAILED":
      return "Remove the tag: only plain values are read.";
    case "MULTIPLE_DOCS":
      return "Keep one document: remove the line --- and what follows.";
    default:
      return "Correct the YAML here; text that holds a colon, a # or a bracket needs quotes.";
  }
}

function tooDeep(file: string): YamlRead {
  return whole(file, "The file is nested too deeply.", "An experiment or task needs only a few levels.");
}

function whole(file: string, message: string, fix: string): YamlRead {
  return { kind: "problems", problems: [{ file, line: 1, column: 1, field: "", message, fix }] };
}
