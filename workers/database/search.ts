import type { LabDatabase } from "./open.ts";

/** A full-text hit; U+E000 and U+E001 stand around what matched. */
export type Hit = {
  readonly kind: "note" | "item" | "output";
  readonly experimentId: string;
  readonly experimentName: string;
  readonly runId: string | null;
  readonly itemIndex: number | null;
  readonly excerpt: string;
};

/** Notes, items and outputs that hold every word (the last one may be unfinished), best first within each kind. */
export function searchText(db: LabDatabase, text: string, limit: number): readonly Hit[] {
  const query = ftsQuery(text);
  if (query === null) return [];
  const hits: Hit[] = [];
  for (const sql of [noteHits, itemHits, outputHits]) {
    if (hits.length < limit) hits.push(...db.statement<[string, number], Hit>(sql).all(query, limit - hits.length));
  }
  return hits;
}

/** Every word quoted, so that nothing a person types is read as FTS5's own syntax. */
function ftsQuery(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu);
  return words === null ? null : `${words.map((word) => `"${word}"`).join(" ")}*`;
}

const excerpt = (table: string): string => `snippet(${table}, 0, char(57344), char(57345), '…', 16) AS excerpt`;

const noteHits = `SELECT 'note' AS kind, experiment.id AS experimentId, experiment.name AS experimentName, note.run_id AS runId, note.item_index AS itemIndex,
  ${excerpt("note_text")}
  FROM note_text JOIN note ON note.number = note_text.rowid JOIN experiment ON experiment.id = note.experiment_id
  WHERE note_text MATCH ? AND note.removed_ms IS NULL AND experiment.removed_ms IS NULL ORDER BY note_text.rank LIMIT ?`;

const itemHits = `SELECT 'item' AS kind, experiment.id AS experimentId, experiment.name AS experimentName, NULL AS runId, item.position AS itemIndex,
  ${excerpt("item_text")}
  FROM item_text JOIN item ON item.id = item_text.rowid AND item.split = 'test'
  JOIN experiment ON experiment.id = (
    SELECT newest.id FROM experiment AS newest WHERE newest.task_hash = item.task_hash AND newest.removed_ms IS NULL ORDER BY newest.created_ms DESC LIMIT 1)
  WHERE item_text MATCH ? ORDER BY item_text.rank LIMIT ?`;

const outputHits = `SELECT 'output' AS kind, experiment.id AS experimentId, experiment.name AS experimentName, run.id AS runId, prediction.item_index AS itemIndex,
  ${excerpt("output_text")}
  FROM output_text JOIN prediction ON prediction.id = output_text.rowid JOIN run ON run.number = prediction.run_number
  JOIN experiment ON experiment.id = run.experiment_id
  WHERE output_text MATCH ? AND experiment.removed_ms IS NULL ORDER BY output_text.rank LIMIT ?`;
