import { listDurations, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { endOfRunning, medianOf } from "./estimate-end.ts";

/** Which job is asked about. */
export type JobLike = Pick<Job, "experimentId" | "arm" | "kind">;

const looked = 15;

/**
 * Milliseconds that a job usually takes: the median of the last ones of the same recipe, in whatever experiment; else of
 * the same experiment; else the pace of one like it that runs now; null without experience. Each kind is worked out once.
 */
export function usualDurations(db: LabDatabase, running: readonly Job[], nowMs: number): (like: JobLike) => number | null {
  const known = new Map<string, number | null>();
  return (like) => {
    const key = `${like.experimentId} ${like.kind} ${like.arm}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const usual = medianOf(listDurations(db, like, "recipe", looked)) ?? medianOf(listDurations(db, like, "experiment", looked)) ?? paceOf(running, like, nowMs);
    known.set(key, usual);
    return usual;
  };
}

function paceOf(running: readonly Job[], like: JobLike, nowMs: number): number | null {
  const paces = running.flatMap((job) => {
    if (job.state !== "running" || job.experimentId !== like.experimentId || job.kind !== like.kind || job.startedMs === null) return [];
    const end = endOfRunning(job, null, nowMs);
    return end === null ? [] : [{ arm: job.arm, durationMs: end - job.startedMs }];
  });
  const sameArm = paces.filter(({ arm }) => arm === like.arm);
  return medianOf((sameArm.length > 0 ? sameArm : paces).map(({ durationMs }) => durationMs));
}
