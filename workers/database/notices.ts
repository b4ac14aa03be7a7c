import type { LabDatabase } from "./open.ts";

/** Something a person should know about a run; `line` counts in its events.jsonl from 1. */
export type Notice = { readonly line: number; readonly message: string };

/** A job gone wild must not fill the lab with complaints. */
const mostNotices = 200;

export function addNotice(db: LabDatabase, runNumber: number, notice: Notice): void {
  const known = db.statement<[number], { count: number }>("SELECT count(*) AS count FROM notice WHERE run_number = ?").get(runNumber)?.count ?? 0;
  if (known >= mostNotices) return;
  const message = known === mostNotices - 1 ? `${notice.message} (later notices are not kept)` : notice.message;
  db.statement<[number, number, string]>("INSERT INTO notice (run_number, line, message) VALUES (?, ?, ?)").run(runNumber, notice.line, message);
}

/** The notices of an experiment's runs, with the run's id. */
export function listNotices(db: LabDatabase, experimentId: string): readonly (Notice & { readonly runId: string })[] {
  return db.statement<[string], Notice & { readonly runId: string }>(
    "SELECT run.id AS runId, notice.line, notice.message FROM run JOIN notice ON notice.run_number = run.number WHERE run.experiment_id = ? ORDER BY notice.id",
  ).all(experimentId);
}
