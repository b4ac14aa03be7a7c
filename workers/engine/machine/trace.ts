import type { AttemptView, SourceTrace, TraceView } from "../../contract/trace-view.ts";
import { listAttemptsWithin, listLatestAttempts, listPhaseTimes, type NamedAttempt, type PhaseTime } from "../../database/attempts.ts";
import type { LabDatabase } from "../../database/open.ts";
import { listTraceSources } from "../../database/traces.ts";
import { reduceTrace, type TraceRange } from "../../domain/trace/reduce.ts";
import { fieldsOf, type TraceField } from "../../domain/trace/trace-field.ts";
import type { Recorder, SourceName } from "./recorder.ts";

export type TraceDeps = { readonly db: LabDatabase; readonly recorder: Pick<Recorder, "blocks" | "gaps" | "sources"> };

const mostGaps = 200;

/** What was recorded within a time, in few points, with the jobs that ran then; `wanted` null = every field. */
export function traceView({ db, recorder }: TraceDeps, range: TraceRange, wanted: readonly TraceField[] | null = null): TraceView {
  const sources = new Map([...listTraceSources(db, range), ...recorder.sources(range)].map((source) => [`${source.kind} ${source.key}`, source]));
  return {
    fromMs: range.fromMs,
    toMs: range.toMs,
    sources: [...sources.values()].map((source) => sourceTrace(recorder, source, { ...range, wanted })).sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind)),
    attempts: attemptViews(db, listAttemptsWithin(db, range)),
  };
}

const order = ["gpu", "machine", "job"] as const;

function sourceTrace(recorder: TraceDeps["recorder"], { kind, key, name, totalMib, powerKind }: SourceName, { wanted, ...range }: TraceRange & { readonly wanted: readonly TraceField[] | null }): SourceTrace {
  const fields = fieldsOf[kind].filter((field) => wanted === null || wanted.includes(field));
  const blocks = recorder.blocks({ kind, key }, { ...range, fields });
  return { kind, key, name, totalMib, powerKind, ...reduceTrace(blocks, fields, range), gaps: recorder.gaps({ kind, key }, range).slice(0, mostGaps) };
}

/** The latest attempts, newest first, of the whole lab or of one experiment. */
export function latestAttempts(db: LabDatabase, limit: number, experimentId: string | null): readonly AttemptView[] {
  return attemptViews(db, listLatestAttempts(db, limit, experimentId));
}

/** Attempts with their phases. */
export function attemptViews(db: LabDatabase, attempts: readonly NamedAttempt[]): readonly AttemptView[] {
  const phases = listPhaseTimes(db, attempts.map(({ jobId }) => jobId));
  return attempts.map(({ recipeHash: _recipe, freeMib: _free, ...attempt }) => ({ ...attempt, phases: phasesOf(attempt, phases.get(attempt.jobId) ?? []) }));
}

/** Phases are kept of a job's present attempt only; those of an earlier one lie outside its time. */
function phasesOf({ startedMs, endedMs }: Pick<NamedAttempt, "startedMs" | "endedMs">, phases: readonly PhaseTime[]): AttemptView["phases"] {
  return phases.filter(({ fromMs }) => fromMs >= startedMs - 2_000 && (endedMs === null || fromMs <= endedMs)).map(({ phase, fromMs, toMs }) => ({ phase, fromMs, toMs: toMs ?? endedMs }));
}
