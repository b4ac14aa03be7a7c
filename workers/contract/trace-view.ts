import type { JobEnd, JobKind } from "../domain/job.ts";
import type { ReducedField } from "../domain/trace/reduce.ts";
import type { TraceField, TraceSourceKind } from "../domain/trace/trace-field.ts";

/** What was recorded of a GPU, of the machine, or of a job's processes within a time. A time at which every field is null is a gap. */
export type SourceTrace = {
  readonly kind: TraceSourceKind;
  /** A GPU's UUID, a job's id, or `machine`. */
  readonly key: string;
  readonly name: string;
  readonly totalMib: number | null;
  readonly powerKind: "instant" | "average" | null;
  readonly times: readonly number[];
  readonly fields: readonly ReducedField[];
  /** Why something was unknown for a time; `field` null = everything. */
  readonly gaps: readonly { readonly field: TraceField | null; readonly fromMs: number; readonly toMs: number; readonly reason: string }[];
};

/** One attempt of a job, as a band over a trace; `endedMs` null while it runs. Memory in MiB of the GPU it was given. */
export type AttemptView = {
  readonly jobId: string;
  readonly attempt: number;
  readonly runId: string;
  readonly experimentId: string;
  readonly experimentName: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly kind: JobKind;
  readonly device: string | null;
  readonly startedMs: number;
  readonly endedMs: number | null;
  readonly endKind: JobEnd["kind"] | null;
  readonly endMessage: string | null;
  readonly needMib: number | null;
  readonly baselineMib: number | null;
  readonly peakMib: number | null;
  /** Those that are known of this attempt, in order. */
  readonly phases: readonly { readonly phase: string; readonly fromMs: number; readonly toMs: number | null }[];
};

/** The machine over a time, in at most so many points a source as were asked for. */
export type TraceView = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly sources: readonly SourceTrace[];
  readonly attempts: readonly AttemptView[];
};
