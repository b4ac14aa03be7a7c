import type { JobView, QueueView } from "../../contract/views.ts";
import { listEndedJobs, listOpenJobs, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getQueueSetting } from "../../database/settings.ts";
import { endOfQueue, endOfRunning } from "./estimate-end.ts";
import { needOf, type Need } from "../machine/need.ts";
import type { Queue } from "./queue.ts";
import { usualDurations } from "./usual-duration.ts";

export type QueueViewDeps = { readonly db: LabDatabase; readonly queue: Pick<Queue, "schedule">; readonly slots: () => number; readonly now: () => number };

const endedShown = 50;

/** The queue as pages and the command line show it. */
export function queueView({ db, queue, slots, now }: QueueViewDeps): QueueView {
  const nowMs = now();
  const { paused, pausedWhy, afterCrash, memoryRetries } = getQueueSetting(db);
  const { waits } = queue.schedule();
  const open = listOpenJobs(db);
  const ended = listEndedJobs(db, endedShown);
  const usual = usualDurations(db, open, nowMs);
  const needs = knownNeeds(db);
  const view = (job: Job): JobView => jobView(job, {
    waitsFor: waits.get(job.id) ?? null,
    need: isPending(job) ? needs(job) : null,
    etaMs: job.state === "running" ? endOfRunning(job, usual(job), nowMs) : null,
  });
  const running = open.filter((job) => job.state === "running").map(view);
  const waiting = open.filter((job) => job.state !== "running");
  return {
    paused,
    pausedWhy,
    afterCrash,
    memoryRetries,
    running,
    waiting: waiting.map(view),
    ended: ended.map(view),
    doneAboutMs: endOfQueue(running.map((job) => job.etaMs), waiting.filter((job) => job.state !== "held").map(usual), { slots: slots(), nowMs }),
  };
}

function jobView(job: Job, more: Pick<JobView, "waitsFor" | "need" | "etaMs">): JobView {
  return {
    id: job.id,
    runId: job.runId,
    experimentId: job.experimentId,
    experimentName: job.experimentName,
    arm: job.arm,
    seed: job.seed,
    kind: job.kind,
    attempt: job.attempt,
    state: job.state,
    priority: job.priority,
    position: job.position,
    phase: job.phase,
    progress: job.progress,
    loss: job.lastLoss,
    startedMs: job.startedMs,
    endedMs: job.endedMs,
    end: job.end,
    ...more,
  };
}

function isPending({ state }: Job): boolean {
  return state === "waiting" || state === "gated" || state === "held";
}

/** The needs of many jobs of few arms: each is worked out once. */
function knownNeeds(db: LabDatabase): (job: Job) => Need | null {
  const known = new Map<string, Need | null>();
  return (job) => {
    const key = `${job.experimentId} ${job.kind} ${job.arm}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const need = needOf(db, job);
    known.set(key, need);
    return need;
  };
}
