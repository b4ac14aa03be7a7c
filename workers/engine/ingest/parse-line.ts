import { workerLine } from "../../contract/worker-lines.ts";
import type { WorkerLine } from "../../contract/worker-lines.ts";
import { jsonOrNull } from "../../domain/json-or-null.ts";

/** A line of events.jsonl, or why it is none. */
export type ParsedLine = { readonly kind: "line"; readonly line: WorkerLine } | { readonly kind: "bad"; readonly why: string };

export function parseLine(text: string): ParsedLine {
  const json = jsonOrNull(text);
  if (json === null) return { kind: "bad", why: "is not complete JSON" };
  const parsed = workerLine.safeParse(json);
  if (parsed.success) return { kind: "line", line: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? "the line" : issue.path.join(".");
  return { kind: "bad", why: `has a wrong ${field}: ${issue?.message ?? "unknown"}` };
}
