import { chooseShots } from "./shots.ts";
import { itemsOf } from "./task.ts";
import type { Task } from "./task.ts";

/**
 * The task with only `count` of its training items, in their order. The smaller set is part of every larger one, and the
 * labels are as balanced as the items allow; the task's hash is still that of the whole.
 */
export function withTrainingSubset(task: Task, count: number | undefined): Task {
  if (count === undefined || count >= itemsOf(task, "train").length) return task;
  const kept = new Set(chooseShots(task, count, "").map((item) => item.id));
  return { ...task, items: task.items.filter((item) => item.split !== "train" || kept.has(item.id)) };
}
