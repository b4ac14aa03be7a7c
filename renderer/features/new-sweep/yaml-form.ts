import { isCollection, isScalar, parseDocument, type Document } from "yaml";
import type { FieldPath } from "../../../workers/contract/yaml-text.ts";

/** An experiment file as a form edits it: single fields change, everything else of the text stays, comments included. */
export type YamlForm = {
  /** The field as text; empty where the file does not have it. */
  readonly text: (path: FieldPath) => string;
  readonly has: (path: FieldPath) => boolean;
  readonly armCount: number;
};

/** Null where the text is no YAML map that a form could edit. */
export function readForm(yaml: string): YamlForm | null {
  const document = parse(yaml);
  if (document === null) return null;
  const arms: unknown = document.getIn(["arms"]);
  return {
    text: (path) => shown(document, path),
    has: (path) => document.hasIn(path),
    armCount: isCollection(arms) ? arms.items.length : 0,
  };
}

/** The text with one field changed; an empty value takes the field out, so that its default holds. */
export function withField(yaml: string, path: FieldPath, text: string): string {
  return changed(yaml, (document) => {
    if (text === "") document.deleteIn(path);
    else document.setIn(path, scalarOf(text));
  });
}

/** The text with a value put at a path, written on one line as arms are. */
export function withValue(yaml: string, path: FieldPath, value: unknown): string {
  return changed(yaml, (document) => document.setIn(path, flowNode(document, value)));
}

export function withoutField(yaml: string, path: FieldPath): string {
  return changed(yaml, (document) => document.deleteIn(path));
}

export function withArm(yaml: string, arm: unknown): string {
  return changed(yaml, (document) => {
    if (isCollection(document.getIn(["arms"]))) document.addIn(["arms"], flowNode(document, arm));
    else document.setIn(["arms"], document.createNode([flowNode(document, arm)]));
  });
}

function changed(yaml: string, change: (document: Document) => void): string {
  const document = parse(yaml);
  if (document === null) return yaml;
  change(document);
  return document.toString({ lineWidth: 140 });
}

function parse(yaml: string): Document | null {
  const document = parseDocument(yaml, { schema: "core", merge: false, customTags: null, stringKeys: true, logLevel: "silent" });
  return document.errors.length > 0 || !isCollection(document.contents) ? null : document;
}

function flowNode(document: Document, value: unknown): unknown {
  return document.createNode(value, { flow: true });
}

function scalarOf(text: string): string | number {
  return /^-?\d+(\.\d+)?(e-?\d+)?$/iu.test(text.trim()) ? Number(text) : text;
}

function shown(document: Document, path: FieldPath): string {
  const node: unknown = document.getIn(path, true);
  if (isCollection(node)) return JSON.stringify(node.toJSON()).replaceAll('"', "");
  const value = isScalar(node) ? node.value : node;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
