import { renameExperiment, setRemoved, setTags } from "../../database/experiments.ts";
import { listJobsOfExperiment } from "../../database/jobs.ts";
import { listRuns } from "../../database/runs.ts";
import { isEnded } from "../../domain/job.ts";
import type { EngineApi } from "../api.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment } from "./found.ts";
import { retryRun } from "./run-handlers.ts";

type Verbs = Pick<EngineApi["experiment"], "cancel" | "retry" | "rename" | "tags" | "remove" | "restore">;

/** What a person can do to a whole experiment; each of these can be taken back. */
export function experimentHandlers(context: HandlerContext): Verbs {
  const { db, now, queue } = context;
  return {
    cancel: ({ id }) => {
      // Last first, so that no job begins in the gap another one leaves.
      const open = listJobsOfExperiment(db, foundExperiment(db, id).id).filter((job) => !isEnded(job.state)).reverse();
      for (const job of open) queue.cancel(job.id);
      changed(context, id);
    },
    retry: ({ id }) => {
      foundExperiment(db, id);
      const runs = db.transaction(() => listRuns(db, id).filter((run) => retryRun(context, run.id)).length);
      if (runs > 0) queue.wake();
      changed(context, id);
      return { runs };
    },
    rename: ({ id, name }) => {
      renameExperiment(db, foundExperiment(db, id).id, name);
      changed(context, id);
    },
    tags: ({ id, tags }) => {
      setTags(db, foundExperiment(db, id).id, [...new Set(tags)]);
      changed(context, id);
    },
    remove: ({ id }) => {
      setRemoved(db, foundExperiment(db, id).id, now());
      changed(context, id);
    },
    restore: ({ id }) => {
      setRemoved(db, foundExperiment(db, id).id, null);
      changed(context, id);
    },
  };
}

function changed({ publish }: HandlerContext, id: string): void {
  publish({ kind: "experiment", id });
  publish({ kind: "queue" });
  publish({ kind: "lab" });
}
