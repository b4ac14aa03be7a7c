import type { ChangeEvent } from "../../contract/views.ts";
import { getJob, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { LabError } from "../../domain/errors.ts";
import type { Gate } from "./gate.ts";
import type { AttemptLog } from "../machine/attempt-log.ts";

/** Where a job runs. */
export type JobPlace = { readonly device: string | null; readonly needMib: number | null };

/** What the parts of the queue share: the database, and what is known only while this engine runs. */
export type QueueCore = {
  readonly db: LabDatabase;
  readonly now: () => number;
  readonly publish: (event: ChangeEvent) => void;
  readonly attempts: AttemptLog;
  /** The GPU of every job that runs, null where it has none, and the free memory it had waited for. */
  readonly places: Map<string, JobPlace>;
  readonly gate: Pick<Gate, "take" | "release">;
  /** Jobs that were cancelled between being handed out and running. */
  readonly stopWhenStarted: Set<string>;
};

/** Says that a job's run, and so its experiment, the queue and the lab, may look different now. */
export function tell({ publish }: QueueCore, job: Pick<Job, "experimentId" | "runId">): void {
  publish({ kind: "run", experimentId: job.experimentId, runId: job.runId });
  publish({ kind: "experiment", id: job.experimentId });
  publish({ kind: "queue" });
  publish({ kind: "lab" });
}

export function existingJob({ db }: Pick<QueueCore, "db">, jobId: string): Job {
  const job = getJob(db, jobId);
  if (job === null) throw new LabError("not-found", `There is no job ${jobId}.`);
  return job;
}
