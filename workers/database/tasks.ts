import { createHash } from "node:crypto";
import { splits, itemsOf, taskHash } from "../domain/task/task.ts";
import type { Task } from "../domain/task/task.ts";
import type { LabDatabase } from "./open.ts";
import { damaged } from "./sqlite-errors.ts";

/** Hashes text as UTF-8; lower-case hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Tasks never change, so each is read and checked once per open database. */
const read = new WeakMap<LabDatabase, Map<string, Task>>();

/** Freezes a task under its hash; one that is there already stays as it is. */
export function freezeTask(db: LabDatabase, task: Task, frozenMs: number): string {
  const hash = taskHash(task, sha256);
  db.transaction(() => {
    const added = db.statement<[string, string, string, string, number]>(
      "INSERT INTO task (hash, name, title, definition, frozen_ms) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    ).run(hash, task.name, task.title, JSON.stringify(task), frozenMs);
    if (added.changes > 0) insertItems(db, hash, task);
  });
  return hash;
}

/** The task of a hash; a stored text that does not have its hash any more means a damaged file. */
export function getTask(db: LabDatabase, hash: string): Task | null {
  const known = read.get(db)?.get(hash);
  if (known !== undefined) return known;
  const row = db.statement<[string], { definition: string }>("SELECT definition FROM task WHERE hash = ?").get(hash);
  if (row === undefined) return null;
  // The hash proves that this is the text of a task that was checked when it was frozen.
  const task = JSON.parse(row.definition) as Task;
  if (taskHash(task, sha256) !== hash) throw damaged(db.file, new Error(`task ${hash} does not have its hash`));
  const cache = read.get(db) ?? new Map<string, Task>();
  read.set(db, cache.set(hash, task));
  return task;
}

/** Hashes of the frozen tasks, newest first. */
export function listTaskHashes(db: LabDatabase): readonly string[] {
  return db.statement<[], { hash: string }>("SELECT hash FROM task ORDER BY frozen_ms DESC, rowid DESC").all().map((row) => row.hash);
}

/** Number of test items of every task, by hash, for the lab page. */
export function listTestCounts(db: LabDatabase): ReadonlyMap<string, { readonly name: string; readonly items: number }> {
  const rows = db.statement<[], { hash: string; name: string; items: number }>(
    "SELECT task.hash, task.name, (SELECT count(*) FROM item WHERE item.task_hash = task.hash AND item.split = 'test') AS items FROM task",
  ).all();
  return new Map(rows.map((row) => [row.hash, row]));
}

function insertItems(db: LabDatabase, hash: string, task: Task): void {
  const insert = db.statement<[string, string, number, string, string, string]>(
    "INSERT INTO item (task_hash, split, position, name, input, gold) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const split of splits) {
    for (const [position, item] of itemsOf(task, split).entries()) insert.run(hash, split, position, item.id, item.input, JSON.stringify(item.gold));
  }
}
