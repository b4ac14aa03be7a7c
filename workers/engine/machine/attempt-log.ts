import { beginAttempt, endAttempt, getAttempt } from "../../database/attempts.ts";
import type { Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import type { JobEnd } from "../../domain/job.ts";
import { peakOf } from "../../domain/trace/reduce.ts";
import type { GpuWatch } from "../gpu/gpu-watch.ts";
import { valueOf } from "../gpu/smi-cell.ts";
import type { Recorder } from "./recorder.ts";

/** Writes down when each attempt of a job ran, where, and what it took of its GPU's memory. */
export type AttemptLog = {
  readonly began: (job: Job, place: { readonly device: string | null; readonly needMib: number | null }) => void;
  readonly ended: (job: Job, end: JobEnd) => void;
};

export type AttemptLogDeps = {
  readonly db: LabDatabase;
  readonly now: () => number;
  readonly watch: Pick<GpuWatch, "gpus">;
  readonly recorder: Pick<Recorder, "blocks">;
};

export function attemptLog({ db, now, watch, recorder }: AttemptLogDeps): AttemptLog {
  return {
    began: (job, { device, needMib }) => {
      const reading = watch.gpus().find(({ uuid }) => uuid === device)?.reading;
      const mib = (cell: "usedMib" | "freeMib"): number | null => (reading === undefined ? null : valueOf(reading[cell]));
      beginAttempt(db, { jobId: job.id, attempt: job.attempt, device, startedMs: now(), needMib, baselineMib: mib("usedMib"), freeMib: mib("freeMib") });
    },
    ended: (job, end) => {
      const attempt = getAttempt(db, job.id, job.attempt);
      if (attempt === null) return;
      const range = { fromMs: attempt.startedMs, toMs: now() };
      const blocks = attempt.device === null ? [] : recorder.blocks({ kind: "gpu", key: attempt.device }, { ...range, fields: ["usedMib"] });
      endAttempt(db, attempt, { end, endedMs: range.toMs, peakMib: peakOf(blocks, "usedMib", range) });
    },
  };
}
