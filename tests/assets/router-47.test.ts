import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseTaskFiles } from "../../workers/contract/task-file.ts";
import { formatProblem } from "../../workers/domain/errors.ts";
import { nearDuplicates } from "../../workers/domain/task/near-duplicates.ts";
import { itemsOf, splits } from "../../workers/domain/task/task.ts";
import type { Task } from "../../workers/domain/task/task.ts";

function readTask(): Task {
  const bytes = (name: string) => readFileSync(new URL(`../../assets/tasks/router-47/${name}`, import.meta.url));
  const read = parseTaskFiles({ taskYaml: bytes("task.yaml"), itemsJsonl: bytes("items.jsonl") });
  if (read.kind === "problems") throw new Error(read.problems.map(formatProblem).join("\n"));
  return read.task;
}

describe("router-47", () => {
  const task = readTask();

  it("has 24 items to train on, 15 for validation and 47 for the test", () => {
    expect(splits.map((split) => itemsOf(task, split).length)).toEqual([24, 15, 47]);
  });

  it("has no test item that is nearly a training item", () => {
    expect(nearDuplicates(task, 0.3)).toEqual([]);
  });

  it("tests every label, and trains none that it does not test", () => {
    const used = (split: "train" | "test") => task.fields.map((field) => [...new Set(itemsOf(task, split).map((item) => item.gold[field.name]))].sort());
    expect(used("test")).toEqual(task.fields.map((field) => field.labels.map((label) => label.name).sort()));
    expect(used("train")).toEqual(used("test"));
  });
});
