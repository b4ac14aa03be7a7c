import type { Item, Split, Task } from "../../../workers/domain/task/task.ts";

/** A task of two fields, small enough to see everything in it. */
export function routerTask(items: readonly Item[] = []): Task {
  return {
    name: "router",
    version: 1,
    title: "Where from?",
    fields: [
      { name: "tool", says: "where from", labels: [{ name: "answer", says: "itself" }, { name: "rag", says: "documents" }] },
      { name: "mode", says: "what for", labels: [{ name: "chat", says: "talk" }, { name: "recall", says: "one thing" }] },
    ],
    template: { system: "Sort.\n{labels}", described: "Sort.\n{descriptions}", user: "Message: {input}", answer: '{"tool":"{tool}","mode":"{mode}"}' },
    sanitise: {
      version: 1,
      steps: [{ step: "strip-code-fences" }, { step: "first-json-object" }, { step: "trim-lower-case" }, { step: "aliases", field: "mode", map: { remember: "recall" } }],
    },
    metric: { kind: "exact-match", fields: ["tool", "mode"] },
    maxNewTokens: 20,
    items,
  };
}

/** An item whose gold is written `tool/mode`. */
export function item(id: string, split: Split, gold: string, input = `text of ${id}`): Item {
  const [tool = "", mode = ""] = gold.split("/");
  return { id, split, input, gold: { tool, mode } };
}
