import { existsSync } from "node:fs";
import { join } from "node:path";
import { listArtifacts } from "../../database/artifacts.ts";
import { listJobsOfRun, retryJob } from "../../database/jobs.ts";
import { setBatch, setSetAside } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import { nextJobState, type JobKind } from "../../domain/job.ts";
import type { EngineApi } from "../api.ts";
import { insideFolder } from "../inside-folder.ts";
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

/** Puts every job of a run that ended badly back into the queue, and one that is done whose text or weights are gone since; false where there was none. */
export function retryRun(context: Pick<HandlerContext, "db" | "lab">, runId: string): boolean {
  const { db } = context;
  const jobs = listJobsOfRun(db, runId);
  const badly = jobs.filter((job) => nextJobState(job.state, { kind: "retry" }) !== null);
  if (badly.length === 0) return false;
  const lost = lostKinds(context, foundRun(db, runId));
  for (const job of jobs) if (badly.includes(job) || (job.state === "done" && lost.has(job.kind))) retryJob(db, job.id);
  return true;
}

/** The kinds of job whose artifact was logged and is no longer in the run folder. */
function lostKinds({ db, lab }: Pick<HandlerContext, "db" | "lab">, run: Run): ReadonlySet<JobKind> {
  const gone = (listArtifacts(db, run.experimentId).get(run.number) ?? []).filter(({ role, path }) => role !== "checkpoint" && !existsSync(join(insideFolder(lab, run.folder), path)));
  return new Set(gone.map(({ role }) => (role === "skill" ? "compile" : "train")));
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
