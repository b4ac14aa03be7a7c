import type { LabDatabase } from "../../../workers/database/open.ts";

type Row = Readonly<Record<string, string | number | null>>;

/** Everything the tables hold of a run, in a fixed order, without numbers that only count rows. */
export function rowsOf(db: LabDatabase, runId: string) {
  const all = (sql: string): Row[] => db.statement<[string], Row>(sql).all(runId);
  const number = "(SELECT number FROM run WHERE id = ?)";
  return {
    run: all(`SELECT id, arm, batch, outcomes, passes, label_names, hex(label_codes) AS label_codes, hex(margins) AS margins_hex, margins IS NULL AS no_margins,
      CASE WHEN margins IS NULL THEN NULL ELSE 1 END AS margins, predictions_stale, losses_stale, final_loss, minimum_loss, repeats_identical, repeats_differing,
      parameters, trainable_parameters, events_offset, events_lines, set_aside FROM run WHERE id = ?`)[0] ?? {},
    jobs: all("SELECT id, kind, depends_on, last_loss, environment, last_word, phase, progress_done, progress_total FROM job WHERE run_id = ? ORDER BY id"),
    phases: all("SELECT job_id, phase, seconds, peak_rss_mib FROM phase WHERE job_id IN (SELECT id FROM job WHERE run_id = ?) ORDER BY job_id, phase"),
    losses: all(`SELECT first_step, hex(losses) AS losses FROM loss_chunk WHERE run_number = ${number} ORDER BY first_step`),
    predictions: all(`SELECT item_index, raw, ended, parsed, problem, outcome, prompt_tokens, gold_log_prob FROM prediction WHERE run_number = ${number} ORDER BY item_index`),
    repeats: all(`SELECT item_index, repeat, raw FROM prediction_repeat WHERE run_number = ${number} ORDER BY item_index, repeat`),
    artifacts: all(`SELECT path, role, bytes, sha256, epoch FROM artifact WHERE run_number = ${number} ORDER BY path`),
    notices: db.statement<[string], { line: number; message: string }>(`SELECT line, message FROM notice WHERE run_number = ${number} ORDER BY id`).all(runId),
  };
}
