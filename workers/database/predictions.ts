import type { Outcome } from "../domain/outcome.ts";
import type { LabDatabase } from "./open.ts";

/** What a run said for a test item and what was made of it; `raw` null where the job could not answer. */
export type Prediction = {
  readonly itemIndex: number;
  readonly raw: string | null;
  readonly ended: "stop" | "length" | null;
  readonly parsed: Readonly<Record<string, string>> | null;
  readonly problem: string | null;
  readonly outcome: Exclude<Outcome, "missing">;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly latencyMs: number | null;
  readonly goldLogProb: number | null;
  readonly givenLogProb: number | null;
};

export function insertPrediction(db: LabDatabase, runNumber: number, prediction: Prediction): void {
  db.statement<[number, number, string | null, string | null, string | null, string | null, string, number | null, number | null, number | null, number | null, number | null]>(
    `INSERT INTO prediction (run_number, item_index, raw, ended, parsed, problem, outcome, prompt_tokens, completion_tokens, latency_ms, gold_log_prob, given_log_prob)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    runNumber, prediction.itemIndex, prediction.raw, prediction.ended, prediction.parsed === null ? null : JSON.stringify(prediction.parsed), prediction.problem,
    prediction.outcome, prediction.promptTokens, prediction.completionTokens, prediction.latencyMs, prediction.goldLogProb, prediction.givenLogProb,
  );
}

/** The text of the first repeat, or null where there is none. */
export function getRaw(db: LabDatabase, runNumber: number, itemIndex: number): string | null {
  return db.statement<[number, number], { raw: string | null }>("SELECT raw FROM prediction WHERE run_number = ? AND item_index = ?").get(runNumber, itemIndex)?.raw ?? null;
}

/** Keeps the text of a repeat that differs from the first. */
export function insertRepeat(db: LabDatabase, runNumber: number, repeat: { readonly itemIndex: number; readonly repeat: number; readonly raw: string }): void {
  db.statement<[number, number, number, string]>("INSERT OR REPLACE INTO prediction_repeat (run_number, item_index, repeat, raw) VALUES (?, ?, ?, ?)").run(
    runNumber, repeat.itemIndex, repeat.repeat, repeat.raw,
  );
}

export function clearPredictions(db: LabDatabase, runNumber: number): void {
  db.statement<[number]>("DELETE FROM prediction WHERE run_number = ?").run(runNumber);
  db.statement<[number]>("DELETE FROM prediction_repeat WHERE run_number = ?").run(runNumber);
}

/** What every run of an experiment said for one item, by run number. */
export function listPredictionsOfItem(db: LabDatabase, experimentId: string, itemIndex: number): ReadonlyMap<number, Prediction> {
  const rows = db.statement<[number, string], PredictionRow>(
    `SELECT prediction.run_number AS runNumber, prediction.item_index AS itemIndex, prediction.raw, prediction.ended, prediction.parsed, prediction.problem,
       prediction.outcome, prediction.prompt_tokens AS promptTokens, prediction.completion_tokens AS completionTokens, prediction.latency_ms AS latencyMs,
       prediction.gold_log_prob AS goldLogProb, prediction.given_log_prob AS givenLogProb
     FROM run JOIN prediction ON prediction.run_number = run.number AND prediction.item_index = ? WHERE run.experiment_id = ?`,
  ).all(itemIndex, experimentId);
  return new Map(rows.map((row) => [row.runNumber, predictionOf(row)]));
}

/** Texts of the repeats that differ from a run's first answer to one item, in the order they were given, by run number. */
export function listRepeatsOfItem(db: LabDatabase, experimentId: string, itemIndex: number): ReadonlyMap<number, readonly { readonly repeat: number; readonly raw: string }[]> {
  const rows = db.statement<[number, string], { runNumber: number; repeat: number; raw: string }>(
    `SELECT prediction_repeat.run_number AS runNumber, prediction_repeat.repeat, prediction_repeat.raw
     FROM run JOIN prediction_repeat ON prediction_repeat.run_number = run.number AND prediction_repeat.item_index = ? WHERE run.experiment_id = ? ORDER BY prediction_repeat.repeat`,
  ).all(itemIndex, experimentId);
  const byRun = new Map<number, { readonly repeat: number; readonly raw: string }[]>();
  for (const { runNumber, repeat, raw } of rows) byRun.set(runNumber, [...(byRun.get(runNumber) ?? []), { repeat, raw }]);
  return byRun;
}

/** Sums over a run's answers; null where nothing was answered. */
export type TokenSums = { readonly runNumber: number; readonly calls: number; readonly promptTokens: number; readonly completionTokens: number };

/** Tokens of every run of an experiment that answered anything, by run number. */
export function listTokenSums(db: LabDatabase, experimentId: string): ReadonlyMap<number, TokenSums> {
  const rows = db.statement<[string], TokenSums>(
    `SELECT prediction.run_number AS runNumber, count(*) AS calls, sum(prediction.prompt_tokens) AS promptTokens, sum(prediction.completion_tokens) AS completionTokens
     FROM run JOIN prediction ON prediction.run_number = run.number AND prediction.prompt_tokens IS NOT NULL WHERE run.experiment_id = ? GROUP BY prediction.run_number`,
  ).all(experimentId);
  return new Map(rows.map((row) => [row.runNumber, row]));
}

type PredictionRow = Omit<Prediction, "parsed"> & { readonly runNumber: number; readonly parsed: string | null };

function predictionOf({ runNumber: _number, parsed, ...same }: PredictionRow): Prediction {
  // Written by insertPrediction from fields of this type.
  return { ...same, parsed: parsed === null ? null : (JSON.parse(parsed) as Readonly<Record<string, string>>) };
}
