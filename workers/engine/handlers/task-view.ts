import type { TaskView } from "../../contract/views.ts";
import { listTaskHashes } from "../../database/tasks.ts";
import { itemsOf } from "../../domain/task/task.ts";
import type { Task } from "../../domain/task/task.ts";
import type { HandlerContext } from "./context.ts";
import { foundTask } from "./found.ts";

/** The frozen tasks of the lab, newest first. */
export function listTasks({ db }: Pick<HandlerContext, "db">): readonly TaskView[] {
  return listTaskHashes(db).map((hash) => taskView(hash, foundTask(db, hash)));
}

export function taskView(hash: string, task: Task): TaskView {
  return {
    hash,
    name: task.name,
    title: task.title,
    fields: task.fields,
    counts: { train: itemsOf(task, "train").length, validation: itemsOf(task, "validation").length, test: itemsOf(task, "test").length },
    metric: `exact match of ${task.metric.fields.join(", ")}`,
  };
}
