import { canonicalJson } from "./canonical.ts";
import type { SanitiseStep } from "./sanitise-step.ts";

/** One allowed value of a field and a sentence on when it is right. */
export type Label = { readonly name: string; readonly says: string };

/** One field of the answer, what it asks, and its labels (at least two). */
export type Field = { readonly name: string; readonly says: string; readonly labels: readonly Label[] };

/** Which part of a task an item belongs to; only `test` items are scored. */
export type Split = "train" | "validation" | "test";

/** Every split, in the order they are shown. */
export const splits: readonly Split[] = ["train", "validation", "test"];

/** One input and its gold label for every field. */
export type Item = {
  readonly id: string;
  readonly split: Split;
  readonly input: string;
  readonly gold: Readonly<Record<string, string>>;
};

/**
 * The chat turns. Placeholders in braces: `{labels}` (label names only) in `system`, `{descriptions}` (what every
 * label means) in `described`, `{input}` in `user`, and the name of a field (its gold) in `answer`.
 */
export type Template = {
  /** System turn of every arm without label descriptions. */
  readonly system: string;
  /** System turn of a prompt arm that describes the labels. */
  readonly described: string;
  readonly user: string;
  readonly answer: string;
};

/** The steps that turn raw text into fields; `version` is raised whenever their meaning changes. */
export type Sanitise = { readonly version: number; readonly steps: readonly SanitiseStep[] };

/** An item passes when every one of these fields equals its gold. */
export type Metric = { readonly kind: "exact-match"; readonly fields: readonly string[] };

/** A frozen set of items and everything that decides how they are asked and judged. */
export type Task = {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly template: Template;
  readonly sanitise: Sanitise;
  readonly metric: Metric;
  readonly maxNewTokens: number;
  readonly items: readonly Item[];
};

/** The items of one split, in file order. */
export function itemsOf(task: Task, split: Split): readonly Item[] {
  return task.items.filter((item) => item.split === split);
}

/** The text whose SHA-256 names a task: all of it but the title, which only people read. Item order counts. */
export function canonicalTask(task: Task): string {
  const { title: _title, ...frozen } = task;
  return canonicalJson({ format: "flipbook-task-1", ...frozen });
}

/** The hash that names a task; `sha256` takes text (hashed as UTF-8) and gives lower-case hex. */
export function taskHash(task: Task, sha256: (text: string) => string): string {
  return sha256(canonicalTask(task));
}
