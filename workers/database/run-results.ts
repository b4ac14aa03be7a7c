import type { OutcomeString } from "../domain/outcome.ts";
import { float32FromBlob, int32FromBlob, toBlob } from "./blobs.ts";
import type { LabDatabase } from "./open.ts";

/** What the reading of a run's events has come to; saved as a whole together with how far it read. */
export type RunResults = {
  readonly number: number;
  readonly id: string;
  readonly experimentId: string;
  readonly taskHash: string;
  readonly folder: string;
  outcomes: OutcomeString;
  labelNames: readonly string[];
  /** Per test item an index into `labelNames`, -1 = no readable answer. */
  labelCodes: Int32Array;
  /** Per test item gold minus given log-probability, or the smallest gap to another token where both are the same (nats); NaN where not recorded; null where none was. */
  margins: Float32Array | null;
  /** What is there belongs to an earlier attempt and goes when the new one brings its own. */
  predictionsStale: boolean;
  lossesStale: boolean;
  finalLoss: number | null;
  minimumLoss: number | null;
  repeatsIdentical: boolean | null;
  repeatsDiffering: readonly string[];
  parameters: number | null;
  trainableParameters: number | null;
  /** Bytes and lines of events.jsonl that are in the tables. */
  eventsOffset: number;
  eventsLines: number;
};

export function getRunResults(db: LabDatabase, runId: string): RunResults | null {
  const row = db.statement<[string], ResultsRow>(
    `SELECT run.number, run.id, run.experiment_id AS experimentId, experiment.task_hash AS taskHash, run.folder, run.outcomes, run.label_names AS labelNames,
       run.label_codes AS labelCodes, run.margins, run.predictions_stale AS predictionsStale, run.losses_stale AS lossesStale, run.final_loss AS finalLoss,
       run.minimum_loss AS minimumLoss, run.repeats_identical AS repeatsIdentical, run.repeats_differing AS repeatsDiffering, run.parameters,
       run.trainable_parameters AS trainableParameters, run.events_offset AS eventsOffset, run.events_lines AS eventsLines
     FROM run JOIN experiment ON experiment.id = run.experiment_id WHERE run.id = ?`,
  ).get(runId);
  return row === undefined ? null : resultsOf(row);
}

export function saveRunResults(db: LabDatabase, results: RunResults): void {
  db.statement<[string, number, string, Uint8Array, Uint8Array | null, number, number, number | null, number | null, number | null, string, number | null, number | null, number, number, number]>(
    `UPDATE run SET outcomes = ?, passes = ?, label_names = ?, label_codes = ?, margins = ?, predictions_stale = ?, losses_stale = ?, final_loss = ?,
       minimum_loss = ?, repeats_identical = ?, repeats_differing = ?, parameters = ?, trainable_parameters = ?, events_offset = ?, events_lines = ?
     WHERE number = ?`,
  ).run(
    results.outcomes, passesIn(results.outcomes), JSON.stringify(results.labelNames), toBlob(results.labelCodes),
    results.margins === null ? null : toBlob(results.margins), Number(results.predictionsStale), Number(results.lossesStale), results.finalLoss,
    results.minimumLoss, results.repeatsIdentical === null ? null : Number(results.repeatsIdentical), JSON.stringify(results.repeatsDiffering),
    results.parameters, results.trainableParameters, results.eventsOffset, results.eventsLines, results.number,
  );
}

/** Forgets everything that was read from a run's events, so that they can be read again from their first byte. */
export function clearRunResults(db: LabDatabase, results: RunResults): void {
  db.transaction(() => {
    for (const table of ["loss_chunk", "prediction", "prediction_repeat", "artifact", "notice"]) {
      db.statement<[number]>(`DELETE FROM ${table} WHERE run_number = ?`).run(results.number);
    }
    db.statement<[string]>("DELETE FROM phase WHERE job_id IN (SELECT id FROM job WHERE run_id = ?)").run(results.id);
    db.statement<[string]>("UPDATE job SET environment = NULL, last_word = NULL WHERE run_id = ?").run(results.id);
    saveRunResults(db, {
      ...results, outcomes: ".".repeat(results.outcomes.length), labelNames: [], labelCodes: new Int32Array(results.outcomes.length).fill(-1), margins: null,
      predictionsStale: false, lossesStale: false, finalLoss: null, minimumLoss: null, repeatsIdentical: null, repeatsDiffering: [],
      parameters: null, trainableParameters: null, eventsOffset: 0, eventsLines: 0,
    });
  });
}

/** A run's answers in their compact form, for the matrix. */
export type RunColumn = { readonly labelNames: readonly string[]; readonly labelCodes: Int32Array | null; readonly margins: Float32Array | null };

/** The compact answers of every run of an experiment, by run id. */
export function listRunColumns(db: LabDatabase, experimentId: string): ReadonlyMap<string, RunColumn> {
  const rows = db.statement<[string], { id: string; labelNames: string; labelCodes: Uint8Array | null; margins: Uint8Array | null }>(
    "SELECT id, label_names AS labelNames, label_codes AS labelCodes, margins FROM run WHERE experiment_id = ?",
  ).all(experimentId);
  return new Map(rows.map((row) => [row.id, {
    labelNames: JSON.parse(row.labelNames) as readonly string[],
    labelCodes: row.labelCodes === null ? null : int32FromBlob(row.labelCodes),
    margins: row.margins === null ? null : float32FromBlob(row.margins),
  }]));
}

type ResultsRow = Readonly<Omit<RunResults, "labelNames" | "labelCodes" | "margins" | "predictionsStale" | "lossesStale" | "repeatsIdentical" | "repeatsDiffering">> & {
  readonly labelNames: string;
  readonly labelCodes: Uint8Array | null;
  readonly margins: Uint8Array | null;
  readonly predictionsStale: number;
  readonly lossesStale: number;
  readonly repeatsIdentical: number | null;
  readonly repeatsDiffering: string;
};

// Both JSON lists were written by saveRunResults.
function resultsOf(row: ResultsRow): RunResults {
  return {
    ...row,
    labelNames: JSON.parse(row.labelNames) as readonly string[],
    labelCodes: row.labelCodes === null ? new Int32Array(row.outcomes.length).fill(-1) : int32FromBlob(row.labelCodes),
    margins: row.margins === null ? null : float32FromBlob(row.margins),
    predictionsStale: row.predictionsStale === 1,
    lossesStale: row.lossesStale === 1,
    repeatsIdentical: row.repeatsIdentical === null ? null : row.repeatsIdentical === 1,
    repeatsDiffering: JSON.parse(row.repeatsDiffering) as readonly string[],
  };
}

function passesIn(outcomes: OutcomeString): number {
  let passes = 0;
  for (const letter of outcomes) if (letter === "p") passes++;
  return passes;
}
