import { setProgress } from "../../database/job-progress.ts";
import type { JobProgress } from "../../database/job-progress.ts";
import { listJobsOfRun } from "../../database/jobs.ts";
import { appendLosses, clearLosses, lastLossStep } from "../../database/losses.ts";
import { addNotice } from "../../database/notices.ts";
import type { LabDatabase } from "../../database/open.ts";
import { clearPredictions } from "../../database/predictions.ts";
import { saveRunResults } from "../../database/run-results.ts";
import type { RunResults } from "../../database/run-results.ts";
import type { JobKind } from "../../domain/job.ts";
import { outcomeLetter } from "../../domain/outcome.ts";
import { itemsOf } from "../../domain/task/task.ts";
import type { Item, Task } from "../../domain/task/task.ts";

/** One batch of lines on its way into the tables; lives inside one transaction. */
export type Draft = {
  readonly db: LabDatabase;
  readonly task: Task;
  readonly tests: readonly Item[];
  readonly indexById: ReadonlyMap<string, number>;
  readonly jobs: ReadonlyMap<string, JobKind>;
  readonly results: RunResults;
  /** One letter per test item, as in an outcome string. */
  readonly outcomes: string[];
  readonly labelCodes: Map<string, number>;
  /** Losses of consecutive steps that are not in the tables yet. */
  pending: { readonly firstStep: number; readonly losses: number[] } | null;
  lastStep: number | null;
  readonly progress: Map<string, JobProgress>;
  readonly ended: string[];
  /** Number of the line being read, from 1. */
  line: number;
};

export function beginDraft(db: LabDatabase, task: Task, results: RunResults): Draft {
  const tests = itemsOf(task, "test");
  return {
    db,
    task,
    tests,
    indexById: new Map(tests.map((item, index) => [item.id, index])),
    jobs: new Map(listJobsOfRun(db, results.id).map((job) => [job.id, job.kind])),
    results,
    outcomes: [...results.outcomes],
    labelCodes: new Map(results.labelNames.map((name, code) => [name, code])),
    pending: null,
    lastStep: lastLossStep(db, results.number),
    progress: new Map(),
    ended: [],
    line: results.eventsLines,
  };
}

/** Writes everything that was gathered, together with how far the file was read. */
export function saveDraft(draft: Draft, nextOffset: number): void {
  const { db, results } = draft;
  flushLosses(draft);
  for (const jobId of [...draft.progress.keys()]) flushProgress(draft, jobId);
  results.outcomes = draft.outcomes.join("");
  results.labelNames = [...draft.labelCodes.keys()];
  results.eventsOffset = nextOffset;
  results.eventsLines = draft.line;
  saveRunResults(db, results);
}

/** Says something about the line being read. */
export function complain(draft: Draft, message: string): void {
  addNotice(draft.db, draft.results.number, { line: draft.line, message });
}

/** A new phase takes the bar back to nothing, but the last loss stays. */
export function flushProgress(draft: Draft, jobId: string): void {
  const progress = draft.progress.get(jobId);
  if (progress !== undefined) setProgress(draft.db, jobId, progress);
  draft.progress.delete(jobId);
}

export function flushLosses(draft: Draft): void {
  if (draft.pending === null) return;
  const { firstStep, losses } = draft.pending;
  appendLosses(draft.db, draft.results.number, { firstStep, losses: Float32Array.from(losses) });
  draft.pending = null;
}

/** The first step of a new attempt makes the losses of the last one history. */
export function dropStaleLosses(draft: Draft): void {
  if (!draft.results.lossesStale) return;
  draft.pending = null;
  draft.lastStep = null;
  clearLosses(draft.db, draft.results.number);
  Object.assign(draft.results, { lossesStale: false, finalLoss: null, minimumLoss: null });
}

/** The first answer of a new attempt makes the answers of the last one history. */
export function dropStalePredictions(draft: Draft): void {
  if (!draft.results.predictionsStale) return;
  clearPredictions(draft.db, draft.results.number);
  draft.outcomes.fill(outcomeLetter.missing);
  draft.labelCodes.clear();
  draft.results.labelCodes.fill(-1);
  Object.assign(draft.results, { predictionsStale: false, margins: null, repeatsIdentical: null, repeatsDiffering: [] });
}
