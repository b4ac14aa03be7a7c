import type { MatrixView } from "../../../../../workers/contract/views.ts";
import { sensitive, type ItemClasses } from "../../../../figures/flip-matrix/classes.ts";
import type { FlipsView, Side } from "./view.ts";

/** Indices of the items that a view lets through, in the task's order. */
export function filterItems(matrix: MatrixView, classes: ItemClasses, view: FlipsView, brushed: ReadonlySet<number>): number[] {
  const needle = view.search.trim().toLocaleLowerCase();
  const differs = view.filter === "differ" ? differing(matrix, view.sides) : null;
  return matrix.items.flatMap(({ index, id, input, gold }) => {
    if (view.label !== null && gold !== view.label) return [];
    if (needle !== "" && !input.toLocaleLowerCase().includes(needle) && !id.toLocaleLowerCase().includes(needle)) return [];
    return passes(index) ? [index] : [];
  });

  function passes(index: number): boolean {
    switch (view.filter) {
      case "all":
        return true;
      case "sensitive":
        return sensitive.has(classes.byItem[index] ?? "unjudged");
      case "breaks":
        return classes.byItem[index] === "reliable-break";
      case "differ":
        return differs?.(index) ?? false;
      case "brushed":
        return brushed.has(index);
    }
  }
}

/** Whether two sides say pass and fail on an item; null while a side is not chosen. */
function differing(matrix: MatrixView, [a, b]: FlipsView["sides"]): ((item: number) => boolean) | null {
  if (a === null || b === null) return null;
  const [left, right] = [outcomesOf(matrix, a), outcomesOf(matrix, b)];
  return (item) => {
    const [one, other] = [left[item] ?? 0, right[item] ?? 0];
    return one !== 0 && other !== 0 && one !== other;
  };
}

/** 1 pass, −1 fail, 0 no outcome or a tie, per item. */
function outcomesOf(matrix: MatrixView, side: Side): Int8Array {
  const columns = matrix.columns.filter((column) => (side.kind === "run" ? column.runId === side.runId : column.arm === side.arm));
  const sums = new Int32Array(matrix.items.length);
  for (const { outcomes } of columns) {
    for (let item = 0; item < sums.length; item++) {
      const letter = outcomes[item];
      if (letter === "p") sums[item] = (sums[item] ?? 0) + 1;
      if (letter === "f") sums[item] = (sums[item] ?? 0) - 1;
    }
  }
  return Int8Array.from(sums, Math.sign);
}
