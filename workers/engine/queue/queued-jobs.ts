import type { Job } from "../../database/jobs.ts";
import type { JobState } from "../../domain/job.ts";
import type { QueuedJob } from "./schedule.ts";

/** The open jobs as the scheduler sees them; `stateOf` tells about a forerunner that is no longer open. */
export function queuedJobs(open: readonly Job[], stateOf: (jobId: string) => JobState): readonly QueuedJob[] {
  const states = new Map(open.map((job) => [job.id, job.state]));
  return open.map(({ id, kind, state, priority, position, dependsOn }) => ({
    id,
    kind,
    state,
    priority,
    position,
    needs: dependsOn === null ? [] : [{ id: dependsOn, state: states.get(dependsOn) ?? stateOf(dependsOn) }],
  }));
}
