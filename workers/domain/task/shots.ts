import { itemsOf } from "./task.ts";
import type { Item, Task } from "./task.ts";

/**
 * The worked examples of a prompt: `count` training items without the item `except`, always the same for the same task.
 * Greedy balance: each next example is the earliest item whose labels were shown least so far.
 */
export function chooseShots(task: Task, count: number, except: string): readonly Item[] {
  const left = itemsOf(task, "train").filter((item) => item.id !== except);
  const shown = new Map<string, number>();
  const chosen: Item[] = [];
  while (chosen.length < count && left.length > 0) {
    const next = leastShown(left, task.metric.fields, shown);
    const [item] = left.splice(next, 1);
    if (item === undefined) break;
    for (const field of task.metric.fields) increment(shown, labelKey(field, item));
    chosen.push(item);
  }
  return chosen;
}

function leastShown(items: readonly Item[], fields: readonly string[], shown: ReadonlyMap<string, number>): number {
  const weights = items.map((item) => fields.reduce((sum, field) => sum + (shown.get(labelKey(field, item)) ?? 0), 0));
  return weights.indexOf(Math.min(...weights));
}

function labelKey(field: string, item: Item): string {
  return `${field}\u0000${item.gold[field] ?? ""}`;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
