import { describe, expect, test } from "vitest";
import { classesOf } from "../../../../renderer/figures/flip-matrix/classes.ts";
import { gridOf } from "../../../../renderer/figures/flip-matrix/grid.ts";
import { arrangeColumns, arrangeRows } from "../../../../renderer/features/experiment/flips/model/arrange.ts";
import { filterItems } from "../../../../renderer/features/experiment/flips/model/filter-items.ts";
import { openingView, type FlipsView } from "../../../../renderer/features/experiment/flips/model/view.ts";
import type { MatrixColumn, MatrixView } from "../../../../workers/contract/views.ts";

function column(arm: string, seed: number | null, outcomes: string, margins: readonly number[] | null = null): MatrixColumn {
  return { runId: `${arm}-${seed ?? "x"}`, arm, substrate: arm === "base" ? "none" : "lora", path: "peft/bf16", seed, batch: "batch 1", setAside: null, state: "done", outcomes, predictions: [], margins };
}

// item: 0 gain, 1 break, 2 coin flip, 3 always passes, 4 always fails
const matrix: MatrixView = {
  taskHash: "a".repeat(64), labels: ["answer/chat", "rag/recall"],
  items: ["Where is it?", "an old vendor", "Balcony notes", "zebra", "apples"].map((input, index) => ({ index, id: `item-${index}`, input, gold: index % 2 })),
  columns: [
    column("lora", 2, "pffpf", [2, -1, -0.1, 3, -4]),
    column("base", null, "fpppf"),
    column("lora", 1, "pfppf", [2, -1, 0.2, 3, -4]),
    column("other", 1, "ppppp"),
  ],
};
const grid = gridOf(matrix);
const rule = { counting: "exclude", reliableShare: 0.8, leaveOutSetAside: false } as const;
const classes = classesOf(matrix, "lora", rule);

function shown(change: Partial<FlipsView>, brushed: readonly number[] = []): number[] {
  return filterItems(matrix, classes, { ...openingView, ...change }, new Set(brushed));
}

function order(rows: FlipsView["rows"]): (number | string)[] {
  return arrangeRows([0, 1, 2, 3, 4], rows, { matrix, grid, classes }).map((row) => (row.kind === "item" ? row.index : row.name));
}

describe("columns", () => {
  test("the base first, arms in the file's order, seeds ascending or best score first", () => {
    const names = (by: "seed" | "score") => arrangeColumns(grid, by).map((at) => matrix.columns[at]?.runId);
    expect(names("seed")).toEqual(["base-x", "lora-1", "lora-2", "other-1"]);
    expect(names("score")).toEqual(["base-x", "lora-1", "lora-2", "other-1"]);
    const better = { ...matrix, columns: matrix.columns.map((one) => (one.runId === "lora-2" ? { ...one, outcomes: "ppppf" } : one)) };
    expect(arrangeColumns(gridOf(better), "score").map((at) => better.columns[at]?.runId)).toEqual(["base-x", "lora-2", "lora-1", "other-1"]);
  });
});

describe("rows", () => {
  test("by class they stand in sections, what moved first", () => {
    expect(order("class")).toEqual(["reliable-gain", 0, "reliable-break", 1, "coin-flip", 2, "always-pass", 3, "always-fail", 4]);
  });

  test("by flips, smallest margin, gold label, text and the task's order", () => {
    expect(order("flips")).toEqual([0, 1, 2, 3, 4]);
    expect(order("margin")).toEqual([2, 1, 0, 3, 4]);
    expect(order("label")).toEqual([0, 2, 4, 1, 3]);
    expect(order("text")).toEqual([1, 4, 2, 0, 3]);
    expect(order("file")).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("filters", () => {
  test("seed-sensitive items, reliable breaks, a gold label, a text", () => {
    expect(shown({ filter: "sensitive" })).toEqual([0, 1, 2]);
    expect(shown({ filter: "breaks" })).toEqual([1]);
    expect(shown({ label: 1 })).toEqual([1, 3]);
    expect(shown({ search: "BALCONY" })).toEqual([2]);
    expect(shown({ search: "item-4" })).toEqual([4]);
    expect(shown({ filter: "breaks", label: 0 })).toEqual([]);
  });

  test("items on which two runs or arms differ; nothing until both are chosen", () => {
    const run = (runId: string) => ({ kind: "run", runId }) as const;
    expect(shown({ filter: "differ", sides: [run("lora-1"), run("lora-2")] })).toEqual([2]);
    expect(shown({ filter: "differ", sides: [{ kind: "arm", arm: "lora" }, run("other-1")] })).toEqual([1, 4]);
    expect(shown({ filter: "differ", sides: [run("lora-1"), null] })).toEqual([]);
  });

  test("brushed items only", () => {
    expect(shown({ filter: "brushed" }, [3, 1])).toEqual([1, 3]);
  });
});
