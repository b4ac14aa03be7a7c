import { join } from "node:path";
import { getJob } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { LabError } from "../../domain/errors.ts";
import { isEnded } from "../../domain/job.ts";
import type { EngineApi } from "../api.ts";
import { jobFiles } from "../runner/job-files.ts";
import { terminalStream } from "../runner/terminal-stream.ts";
import { queueView } from "./queue-view.ts";
import type { Queue } from "./queue.ts";

type QueueApiDeps = { readonly lab: string; readonly db: LabDatabase; readonly queue: Queue; readonly slots: () => number; readonly now: () => number };

/** The queue's part of the engine's interface. */
export function queueApi(deps: QueueApiDeps): EngineApi["queue"] {
  const { queue, db, lab } = deps;
  return {
    list: () => queueView(deps),
    move: ({ jobId, beforeJobId }) => queue.move(jobId, beforeJobId),
    priority: ({ jobId, scope, priority }) => queue.setPriority(jobId, scope, priority),
    hold: ({ jobId }) => queue.hold(jobId),
    release: ({ jobId }) => queue.release(jobId),
    cancel: ({ jobId }) => queue.cancel(jobId),
    pause: () => queue.pause(),
    resume: () => queue.resume(),
    policy: ({ afterCrash, memoryRetries }) => queue.setPolicy(afterCrash, memoryRetries),
    terminal: ({ jobId, offset }, signal) => {
      const job = getJob(db, jobId);
      if (job === null) throw new LabError("not-found", `There is no job ${jobId}.`);
      const path = jobFiles(join(lab, job.runFolder), job.id, job.attempt).terminalLog;
      return terminalStream({ path, offset, isOver: () => isEnded(getJob(db, jobId)?.state ?? "done") }, signal);
    },
  };
}
