import type { LabDatabase } from "./open.ts";

/** A dated note on an experiment, on one of its runs, or on a test item. */
export type Note = {
  readonly id: string;
  readonly experimentId: string;
  readonly runId: string | null;
  readonly itemIndex: number | null;
  readonly createdMs: number;
  readonly editedMs: number | null;
  readonly markdown: string;
};

export function insertNote(db: LabDatabase, note: Omit<Note, "editedMs">): void {
  db.statement<[string, string, string | null, number | null, string, number]>(
    "INSERT INTO note (id, experiment_id, run_id, item_index, markdown, created_ms) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(note.id, note.experimentId, note.runId, note.itemIndex, note.markdown, note.createdMs);
}

/** A note that is there, removed or not. */
export function getNote(db: LabDatabase, id: string): Note | null {
  return db.statement<[string], Note>(`${selectNote} WHERE id = ?`).get(id) ?? null;
}

/** The notes of an experiment, newest first, without the removed ones. */
export function listNotes(db: LabDatabase, experimentId: string): readonly Note[] {
  return db.statement<[string], Note>(`${selectNote} WHERE experiment_id = ? AND removed_ms IS NULL ORDER BY created_ms DESC, number DESC`).all(experimentId);
}

/** The beginning of the newest note of every experiment that has one, by experiment id. */
export function listNewestNotes(db: LabDatabase): ReadonlyMap<string, string> {
  const rows = db.statement<[], { experimentId: string; markdown: string }>(
    "SELECT experiment_id AS experimentId, substr(markdown, 1, 400) AS markdown FROM note WHERE removed_ms IS NULL ORDER BY created_ms, number",
  ).all();
  return new Map(rows.map((row) => [row.experimentId, row.markdown]));
}

export function editNote(db: LabDatabase, id: string, edit: { readonly markdown: string; readonly editedMs: number }): void {
  db.statement<[string, number, string]>("UPDATE note SET markdown = ?, edited_ms = ? WHERE id = ?").run(edit.markdown, edit.editedMs, id);
}

/** Takes a note away; `null` brings it back. */
export function setNoteRemoved(db: LabDatabase, id: string, removedMs: number | null): void {
  db.statement<[number | null, string]>("UPDATE note SET removed_ms = ? WHERE id = ?").run(removedMs, id);
}

const selectNote = `SELECT id, experiment_id AS experimentId, run_id AS runId, item_index AS itemIndex, created_ms AS createdMs,
  edited_ms AS editedMs, markdown FROM note`;
