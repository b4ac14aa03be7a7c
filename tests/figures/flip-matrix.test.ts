import { describe, expect, test } from "vitest";
import { classesOf, leadingArm } from "../../renderer/figures/flip-matrix/classes.ts";
import { changeAt, flipsByItem, gridOf } from "../../renderer/figures/flip-matrix/grid.ts";
import { layoutOf } from "../../renderer/figures/flip-matrix/layout.ts";
import { flipMatrixData } from "../../renderer/figures/flip-matrix/data.ts";
import type { MatrixColumn, MatrixView } from "../../workers/contract/views.ts";
import { inventedMatrix, inventedSource } from "./invented-source.ts";
import { prepared, refusal, svgOf, textsOf } from "./svg-facts.ts";

function column(arm: string, outcomes: string, more: Partial<MatrixColumn> = {}): MatrixColumn {
  return { runId: `${arm}-${more.seed ?? "x"}`, arm, substrate: arm.startsWith("base") ? "none" : "lora", path: "peft/bf16", seed: null, batch: "batch 1", setAside: null, state: "done", outcomes, predictions: [], margins: null, ...more };
}

function matrixOf(columns: readonly MatrixColumn[]): MatrixView {
  const items = (columns[0]?.outcomes ?? "").length;
  return { taskHash: "a".repeat(64), labels: ["x"], columns, items: Array.from({ length: items }, (_, index) => ({ index, id: `i${index}`, input: `item ${index}`, gold: 0 })) };
}

describe("what a cell is", () => {
  test("every outcome against every outcome of the base", () => {
    const grid = gridOf(matrixOf([column("base", "pppp" + "ffff" + "e."), column("lora", "pfe." + "pfe." + "pf", { seed: 1 })]));
    const said = Array.from({ length: 10 }, (_, item) => changeAt(grid, 1, item));
    expect(said).toEqual(["same-pass", "loss", "error", "missing", "gain", "same-fail", "error", "missing", "same-pass", "same-fail"]);
    expect([...flipsByItem(grid)]).toEqual([0, 1, 0, 0, 1, 0, 0, 0, 0, 0]);
  });

  test("a run is compared with the base of its own path only", () => {
    const grid = gridOf(matrixOf([column("base", "pf"), column("base q4", "fp", { path: "llama.cpp/Q4_K_M" }), column("lora", "ff", { seed: 1, path: "llama.cpp/Q4_K_M" })]));
    expect([changeAt(grid, 2, 0), changeAt(grid, 2, 1)]).toEqual(["same-fail", "loss"]);
  });

  test("without a base on the path outcomes have no direction", () => {
    const grid = gridOf(matrixOf([column("lora", "pf", { seed: 1 })]));
    expect([changeAt(grid, 0, 0), changeAt(grid, 0, 1)]).toEqual(["same-pass", "same-fail"]);
  });
});

test("classes follow the arm with most runs, with and without what was set aside", () => {
  const matrix = matrixOf([column("base", "pf"), column("prompt", "pp"), column("lora", "fp", { seed: 1 }), column("lora", "fp", { seed: 2 }), column("lora", "pf", { seed: 3, setAside: "throttled" })]);
  expect(leadingArm(matrix)).toBe("lora");
  const rule = { counting: "exclude", reliableShare: 0.8, leaveOutSetAside: false } as const;
  expect(classesOf(matrix, "lora", rule).byItem).toEqual(["coin-flip", "coin-flip"]);
  expect(classesOf(matrix, "lora", { ...rule, leaveOutSetAside: true }).byItem).toEqual(["reliable-break", "reliable-gain"]);
});

test("the table holds every drawn cell, row by row as drawn", () => {
  const source = inventedSource({ resamples: 50 });
  const { table } = prepared("flip-matrix", source);
  const grid = gridOf(source.matrix);
  expect(table.rows).toHaveLength(47);
  for (const row of table.rows) {
    expect(row.slice(5)).toEqual(grid.columns.map((_, at) => changeAt(grid, at, Number(row[0]))));
  }
  const inputs = textsOf(svgOf("flip-matrix", source, { width: 1200 })).filter((text) => source.matrix.items.some((item) => item.input === text));
  expect(inputs).toEqual(table.rows.map((row) => row[4]).filter((input) => inputs.includes(String(input))));
  expect(inputs.length).toBeGreaterThan(40);
});

test("a matrix of a blog column has readable labels and glyphs", () => {
  const data = flipMatrixData(inventedSource({ resamples: 50 }));
  if (typeof data === "string") throw new Error(data);
  const layout = layoutOf(data, 604);
  expect(layout.cell.width).toBeGreaterThanOrEqual(15);
  expect(layout.cell.height).toBeGreaterThanOrEqual(15);
  expect(layout.labelSize).toBeGreaterThanOrEqual(11);
  expect(layout.inputRoom).toBeGreaterThanOrEqual(150);
});

test("of ten thousand items it draws those that move and says how many it leaves out", () => {
  const matrix = inventedMatrix({ items: 10_000, seeds: 4 });
  const source = { ...inventedSource({ items: 11, seeds: 2, resamples: 20 }), matrix };
  const said = textsOf(svgOf("flip-matrix", source)).join(" ");
  expect(prepared("flip-matrix", source).table.rows).toHaveLength(500);
  expect(said).toMatch(/the 500 items that flip most are drawn, \d+ are not/u);
});

test("a hundred arms keep their columns inside the figure", () => {
  const arms = Array.from({ length: 100 }, (_, at) => [`arm ${at}`, "lora"] as const);
  const matrix = inventedMatrix({ seeds: 3, arms });
  const data = flipMatrixData({ ...inventedSource({ items: 11, seeds: 2, resamples: 20 }), matrix });
  if (typeof data === "string") throw new Error(data);
  const layout = layoutOf(data, 604);
  expect(layout.cell.width).toBeGreaterThan(0);
  expect((layout.xs.at(-1) ?? 0) + layout.cell.width).toBeLessThanOrEqual(604.01);
  expect(layout.xs.every((x, at) => at === 0 || x > (layout.xs[at - 1] ?? 0))).toBe(true);
});

test("it refuses with the reason where there is nothing to draw", () => {
  expect(refusal("flip-matrix", inventedSource({ items: 0, resamples: 20 }))).toBe("The task has no test items, so there is nothing to compare.");
  const source = inventedSource({ resamples: 20 });
  const unscored = { ...source.matrix, columns: source.matrix.columns.map((one) => ({ ...one, outcomes: ".".repeat(47) })) };
  expect(refusal("flip-matrix", { ...source, matrix: unscored })).toBe("No run has a score yet.");
});
