import type { WorkerLine } from "../../contract/worker-lines.ts";
import { getRaw, insertPrediction, insertRepeat } from "../../database/predictions.ts";
import { outcomeLetter, type Outcome } from "../../domain/outcome.ts";
import { labelOf } from "../../domain/task/label.ts";
import { outcomeOf, sanitise } from "../../domain/task/sanitise.ts";
import type { Parsed } from "../../domain/task/sanitise.ts";
import type { Item } from "../../domain/task/task.ts";
import { complain, dropStalePredictions } from "./draft.ts";
import type { Draft } from "./draft.ts";

type Answer = Extract<WorkerLine, { kind: "prediction" }>;
type NoAnswer = Extract<WorkerLine, { kind: "prediction-error" }>;
type Place = { readonly index: number; readonly item: Item };

export function applyPrediction(draft: Draft, line: Answer): void {
  dropStalePredictions(draft);
  const place = placeOf(draft, line.item);
  if (place === null) return;
  if (line.repeat > 1) applyRepeat(draft, place.index, line);
  else if (isFree(draft, place.index, line.item)) keepAnswer(draft, place, line);
}

export function applyPredictionError(draft: Draft, line: NoAnswer): void {
  dropStalePredictions(draft);
  const place = placeOf(draft, line.item);
  if (place === null) return;
  // The first repeat decides the outcome; a later one can only be told about.
  if (line.repeat > 1) return complain(draft, `repeat ${line.repeat} of item ${line.item}: ${line.message}`);
  if (!isFree(draft, place.index, line.item)) return;
  insertPrediction(draft.db, draft.results.number, {
    itemIndex: place.index, raw: null, ended: null, parsed: null, problem: line.message, outcome: "error",
    promptTokens: null, completionTokens: null, latencyMs: null, goldLogProb: null, givenLogProb: null,
  });
  draft.outcomes[place.index] = outcomeLetter.error;
}

function keepAnswer(draft: Draft, { index, item }: Place, line: Answer): void {
  const parsed = sanitise(draft.task, line.raw);
  const outcome = outcomeOf(draft.task, item, parsed);
  insertPrediction(draft.db, draft.results.number, {
    itemIndex: index, raw: line.raw, ended: line.end,
    parsed: parsed.kind === "parsed" ? parsed.fields : null,
    problem: parsed.kind === "parsed" ? parsed.problem : parsed.why,
    outcome,
    promptTokens: line.promptTokens, completionTokens: line.completionTokens, latencyMs: line.latencyMs,
    goldLogProb: line.goldLogProb, givenLogProb: line.givenLogProb,
  });
  draft.outcomes[index] = outcomeLetter[outcome];
  draft.results.labelCodes[index] = codeOf(draft, parsed);
  const margin = marginOf(line, outcome);
  if (margin === null) return;
  draft.results.margins ??= new Float32Array(draft.tests.length).fill(NaN);
  draft.results.margins[index] = margin;
}

/**
 * How far a wrong answer is behind the gold one (below zero), or how far a right one is ahead of the likeliest way to leave
 * it. The side is the outcome's: an answer in other tokens than gold's may be right, and a greedy one need not be the likeliest.
 */
function marginOf({ goldLogProb, givenLogProb, closestGap }: Answer, outcome: Outcome): number | null {
  if (goldLogProb === null || givenLogProb === null) return null;
  return outcome === "pass" ? Math.max(closestGap ?? 0, 0) : Math.min(goldLogProb - givenLogProb, 0);
}

function applyRepeat(draft: Draft, index: number, line: Answer): void {
  if (getRaw(draft.db, draft.results.number, index) === line.raw) return;
  insertRepeat(draft.db, draft.results.number, { itemIndex: index, repeat: line.repeat, raw: line.raw });
}

/** What cannot be read as labels of the task has no label: -1. */
function codeOf(draft: Draft, parsed: Parsed): number {
  const label = parsed.kind === "parsed" && parsed.problem === null ? labelOf(draft.task, parsed.fields) : null;
  if (label === null) return -1;
  const known = draft.labelCodes.get(label);
  if (known !== undefined) return known;
  draft.labelCodes.set(label, draft.labelCodes.size);
  return draft.labelCodes.size - 1;
}

function placeOf(draft: Draft, id: string): Place | null {
  const index = draft.indexById.get(id);
  const item = index === undefined ? undefined : draft.tests[index];
  if (index !== undefined && item !== undefined) return { index, item };
  complain(draft, `answers item ${id}, which is no test item of the task; it was left out`);
  return null;
}

function isFree(draft: Draft, index: number, id: string): boolean {
  if (draft.outcomes[index] === outcomeLetter.missing) return true;
  complain(draft, `answers item ${id} a second time; the first answer stands`);
  return false;
}
