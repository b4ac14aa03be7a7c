import type { Job } from "../../database/jobs.ts";

/** An experiment's jobs by their run, in queue order. */
export function jobsByRun(jobs: readonly Job[]): ReadonlyMap<string, readonly Job[]> {
  const byRun = new Map<string, Job[]>();
  for (const job of jobs) {
    const known = byRun.get(job.runId);
    if (known === undefined) byRun.set(job.runId, [job]);
    else known.push(job);
  }
  return byRun;
}
