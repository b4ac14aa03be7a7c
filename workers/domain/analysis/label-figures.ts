import type { OutcomeString } from "../outcome.ts";
import { changeFrom, outcomeAt } from "../outcome.ts";
import type { AnalysisMatrix, AnalysisRun, ClassFigures, ConfusionCell, LabelFigures, LabelFlow, UnstablePair } from "./analysis.ts";

/** Where predictions move, or null where labels or a run's predictions are not known. */
export function labelFigures(matrix: AnalysisMatrix, runs: readonly AnalysisRun[], classes: ClassFigures): LabelFigures | null {
  const columns: Column[] = runs.flatMap((run) => (run.predictions === undefined ? [] : [{ outcomes: run.outcomes, said: run.predictions }]));
  if (matrix.labels === undefined || columns.length === 0 || columns.length < runs.length) return null;
  const base: Column | null = matrix.base === null || matrix.basePredictions === undefined ? null : { outcomes: matrix.base, said: matrix.basePredictions };
  const gold = matrix.gold;
  return {
    labels: matrix.labels,
    flows: base === null ? [] : labelFlows(base, columns, matrix.items),
    flowsByRun: columns.map((column) => (base === null ? [] : labelFlows(base, [column], matrix.items))),
    confusion: gold === undefined ? null : confusionOf(gold, columns, matrix.items),
    confusionByRun: gold === undefined ? null : columns.map((column) => confusionOf(gold, [column], matrix.items)),
    unstablePairs: unstablePairs(base === null ? columns : [base, ...columns], classes),
  };
}

/** What one run (or the base) said, with the outcomes that tell whether it answered. */
export type Column = { readonly outcomes: OutcomeString; readonly said: readonly number[] };

/** Base label → run label over the items both answered: moves first, most frequent first, then what stayed. */
export function labelFlows(base: Column, runs: readonly Column[], items: number): LabelFlow[] {
  const flows = new Map<string, { from: number; to: number; count: number; gains: number; losses: number; items: Set<number> }>();
  for (const run of runs) {
    for (let item = 0; item < items; item++) {
      const [from, to] = [saidAt(base, item), saidAt(run, item)];
      if (from === null || to === null) continue;
      const flow = flows.get(`${from}>${to}`) ?? { from, to, count: 0, gains: 0, losses: 0, items: new Set<number>() };
      const change = changeFrom(outcomeAt(base.outcomes, item), outcomeAt(run.outcomes, item));
      flow.count++;
      if (change === "gain") flow.gains++;
      if (change === "loss") flow.losses++;
      flow.items.add(item);
      flows.set(`${from}>${to}`, flow);
    }
  }
  const stays = (flow: { from: number; to: number }): number => (flow.from === flow.to ? 1 : 0);
  return [...flows.values()]
    .sort((a, b) => stays(a) - stays(b) || b.count - a.count || a.from - b.from || a.to - b.to)
    .map((flow) => ({ ...flow, items: ascending(flow.items) }));
}

/** Gold × predicted over the items the runs answered, in label order. */
export function confusionOf(gold: readonly number[], runs: readonly Column[], items: number): ConfusionCell[] {
  const cells = new Map<string, { gold: number; predicted: number; count: number; items: Set<number> }>();
  for (const run of runs) {
    for (let item = 0; item < items; item++) {
      const predicted = saidAt(run, item);
      const wanted = gold[item];
      if (predicted === null || wanted === undefined) continue;
      const cell = cells.get(`${wanted}>${predicted}`) ?? { gold: wanted, predicted, count: 0, items: new Set<number>() };
      cell.count++;
      cell.items.add(item);
      cells.set(`${wanted}>${predicted}`, cell);
    }
  }
  return [...cells.values()].sort((a, b) => a.gold - b.gold || a.predicted - b.predicted).map((cell) => ({ ...cell, items: ascending(cell.items) }));
}

/** The two most frequent answers on each coin-flip item, gathered by pair; an item with one answer only (another field decides it) is in none. */
export function unstablePairs(columns: readonly Column[], classes: ClassFigures): UnstablePair[] {
  const pairs = new Map<string, { a: number; b: number; items: number[] }>();
  classes.byItem.forEach((itemClass, item) => {
    if (itemClass !== "coin-flip") return;
    const [first, second] = mostFrequent(columns.map((column) => saidAt(column, item)));
    if (first === undefined || second === undefined) return;
    const [a, b] = [Math.min(first, second), Math.max(first, second)];
    const pair = pairs.get(`${a}-${b}`) ?? { a, b, items: [] };
    pair.items.push(item);
    pairs.set(`${a}-${b}`, pair);
  });
  return [...pairs.values()].sort((x, y) => y.items.length - x.items.length || x.a - y.a || x.b - y.b);
}

function saidAt(column: Column, item: number): number | null {
  const outcome = outcomeAt(column.outcomes, item);
  return outcome === "pass" || outcome === "fail" ? (column.said[item] ?? -1) : null;
}

function mostFrequent(labels: readonly (number | null)[]): number[] {
  const counts = new Map<number, number>();
  for (const label of labels) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([labelA, a], [labelB, b]) => b - a || labelA - labelB).map(([label]) => label);
}

function ascending(items: ReadonlySet<number>): number[] {
  return [...items].sort((a, b) => a - b);
}
