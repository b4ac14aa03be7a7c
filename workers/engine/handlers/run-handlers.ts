import { join } from "node:path";
import { listJobsOfRun, retryJob } from "../../database/jobs.ts";
import { setBatch, setSetAside } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import { nextJobState } from "../../domain/job.ts";
import type { EngineApi } from "../api.ts";
import { writeRunMarks } from "../run-files.ts";
import type { HandlerContext } from "./context.ts";
import { foundRun, refuseReadOnly } from "./found.ts";

/** What a person can do to a single run. */
export function runHandlers(context: HandlerContext): EngineApi["run"] {
  const { db, now } = context;
  return {
    setAside: ({ runId, reason }) => {
      refuseReadOnly(db);
      const run = foundRun(db, runId);
      mark(context, { ...run, setAside: reason, setAsideMs: reason === null ? null : now() });
    },
    batch: ({ runId, batch }) => {
      refuseReadOnly(db);
      mark(context, { ...foundRun(db, runId), batch });
    },
    retry: ({ runId }) => {
      const run = foundRun(db, runId);
      if (db.transaction(() => retryRun(context, run.id))) context.queue.wake();
      changed(context, run);
    },
  };
}

/** Puts every job of a run that ended badly back into the queue; false where there was none. */
export function retryRun({ db }: Pick<HandlerContext, "db">, runId: string): boolean {
  const again = listJobsOfRun(db, runId).filter((job) => nextJobState(job.state, { kind: "retry" }) !== null);
  for (const job of again) retryJob(db, job.id);
  return again.length > 0;
}

/** The mark goes into the run folder too, so that the folder stays enough by itself. */
function mark(context: HandlerContext, run: Run): void {
  const { db, lab } = context;
  const setAside = run.setAside === null ? null : { reason: run.setAside, atMs: run.setAsideMs ?? context.now() };
  db.transaction(() => {
    setBatch(db, run.id, run.batch);
    setSetAside(db, run.id, setAside);
    writeRunMarks(join(lab, run.folder), { version: 1, batch: run.batch, setAside });
  });
  changed(context, run);
}

function changed({ publish }: HandlerContext, run: Run): void {
  publish({ kind: "run", experimentId: run.experimentId, runId: run.id });
  publish({ kind: "experiment", id: run.experimentId });
  publish({ kind: "lab" });
}
