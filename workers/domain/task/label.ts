import type { Fields } from "./sanitise.ts";
import type { Task } from "./task.ts";

/** What an answer says, as one word: the metric fields' values joined by `/`; null where one of them is missing. */
export function labelOf(task: Pick<Task, "metric">, fields: Fields): string | null {
  const values = task.metric.fields.map((field) => (Object.hasOwn(fields, field) ? fields[field] : undefined));
  return values.includes(undefined) ? null : values.join("/");
}
