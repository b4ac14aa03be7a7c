import type { LabDatabase } from "./open.ts";

/** An evening as it is stored; plan and progress are JSON that the engine reads with its schemas. */
export type StoredEvening = { readonly id: string; readonly state: "planned" | "before" | "running" | "after" | "over"; readonly createdMs: number; readonly plan: string; readonly progress: string };

export function insertEvening(db: LabDatabase, evening: StoredEvening): void {
  db.statement<[string, string, number, string, string]>("INSERT INTO evening (id, state, created_ms, plan, progress) VALUES (?, ?, ?, ?, ?)").run(
    evening.id, evening.state, evening.createdMs, evening.plan, evening.progress,
  );
}

export function saveEvening(db: LabDatabase, { id, state, progress }: Pick<StoredEvening, "id" | "state" | "progress">): void {
  db.statement<[string, string, string]>("UPDATE evening SET state = ?, progress = ? WHERE id = ?").run(state, progress, id);
}

export function getEvening(db: LabDatabase, id: string): StoredEvening | null {
  return db.statement<[string], StoredEvening>(`${selectEvening} WHERE id = ?`).get(id) ?? null;
}

/** Newest first. */
export function listEvenings(db: LabDatabase, limit: number): readonly StoredEvening[] {
  return db.statement<[number], StoredEvening>(`${selectEvening} ORDER BY created_ms DESC, rowid DESC LIMIT ?`).all(limit);
}

/** Those that are planned or under way. */
export function listOpenEvenings(db: LabDatabase): readonly StoredEvening[] {
  return db.statement<[], StoredEvening>(`${selectEvening} WHERE state <> 'over' ORDER BY created_ms`).all();
}

const selectEvening = "SELECT id, state, created_ms AS createdMs, plan, progress FROM evening";
