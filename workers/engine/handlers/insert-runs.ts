import { insertJob, setJobState } from "../../database/jobs.ts";
import { insertRun } from "../../database/runs.ts";
import type { PlannedRun } from "../../domain/experiment/plan-runs.ts";
import { itemsOf } from "../../domain/task/task.ts";
import { runsFolder } from "../lab-layout.ts";
import { slug } from "../slug.ts";
import type { HandlerContext } from "./context.ts";
import { foundTask } from "./found.ts";

export type NewRuns = { readonly experimentId: string; readonly taskHash: string; readonly runs: readonly PlannedRun[]; readonly batch: string; /** Runs that wait for a person rather than for their turn. */ readonly held?: boolean };

/** Writes runs and their jobs; to be called inside a transaction. */
export function insertRuns({ db, now, newId }: Pick<HandlerContext, "db" | "now" | "newId">, { experimentId, taskHash, runs, batch, held = false }: NewRuns): void {
  const items = itemsOf(foundTask(db, taskHash), "test").length;
  const createdMs = now();
  for (const { arm, seed, jobs } of runs) {
    const id = [slug(arm.name, 24), ...(seed === null ? [] : [`s${seed}`]), newId()].join("-");
    insertRun(db, { id, experimentId, arm: arm.name, seed, batch, folder: `${runsFolder}/${id}`, createdMs, items });
    let before: string | null = null;
    for (const kind of jobs) {
      const jobId: string = `${id}-${kind}`;
      insertJob(db, { id: jobId, runId: id, kind, dependsOn: before, createdMs });
      if (held) setJobState(db, jobId, "held");
      before = jobId;
    }
  }
}
