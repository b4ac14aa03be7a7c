import { beginAttempt, endAttempt, getAttempt } from "../../database/attempts.ts";
import type { Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import type { JobEnd } from "../../domain/job.ts";
import { peakOf } from "../../domain/trace/reduce.ts";
import type { GpuWatch, Holder } from "../gpu/gpu-watch.ts";
import { valueOf } from "../gpu/smi-cell.ts";
import type { Recorder } from "./recorder.ts";

/** Writes down when each attempt of a job ran, where, and what it took of its GPU's memory. */
export type AttemptLog = {
  readonly began: (job: Job, place: { readonly device: string | null; readonly needMib: number | null }) => void;
  readonly ended: (job: Job, end: JobEnd) => void;
  /** What was on the card when a job ran out of its memory just now, as sentences that follow another; empty where nothing is known. */
  readonly death: (job: Job) => string;
};

export type AttemptLogDeps = {
  readonly db: LabDatabase;
  readonly now: () => number;
  readonly watch: Pick<GpuWatch, "gpus" | "holders">;
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
    death: (job) => {
      const attempt = getAttempt(db, job.id, job.attempt);
      if (attempt === null || attempt.device === null) return "";
      const range = { fromMs: attempt.startedMs, toMs: now() };
      const peakMib = peakOf(recorder.blocks({ kind: "gpu", key: attempt.device }, { ...range, fields: ["usedMib"] }), "usedMib", range);
      const total = watch.gpus().find(({ uuid }) => uuid === attempt.device)?.reading.totalMib;
      return deathWords({ attempt: job.attempt, freeMib: attempt.freeMib, peakMib, totalMib: total === undefined ? null : valueOf(total), others: watch.holders(attempt.device).filter(({ usedMib }) => (usedMib ?? 0) >= 100) });
    },
  };
}

type Death = { readonly attempt: number; readonly freeMib: number | null; readonly peakMib: number | null; readonly totalMib: number | null; readonly others: readonly Holder[] };

/** ` It was attempt 3. The card had 22,010 MiB free at its start; at the most 24,310 of 24,576 MiB were in use. Xorg (pid 2165) held 390 MiB.` */
export function deathWords({ attempt, freeMib, peakMib, totalMib, others }: Death): string {
  const start = freeMib === null ? null : `the card had ${count(freeMib)} MiB free at its start`;
  const most = peakMib === null ? null : `at the most ${count(peakMib)}${totalMib === null ? "" : ` of ${count(totalMib)}`} MiB were in use`;
  const memory = [start, most].filter((part) => part !== null).join("; ");
  const [holder] = others;
  return [
    attempt > 1 ? `It was attempt ${attempt}.` : null,
    memory === "" ? null : `${memory.charAt(0).toUpperCase()}${memory.slice(1)}.`,
    holder === undefined ? null : `${holder.program} (pid ${holder.pid}) holds ${count(holder.usedMib ?? 0)} MiB.`,
  ].map((part) => (part === null ? "" : ` ${part}`)).join("");
}

function count(mib: number): string {
  return new Intl.NumberFormat("en-US").format(Math.round(mib));
}
