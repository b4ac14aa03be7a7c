import { lazy, Suspense } from "react";
import { Link, useLocation } from "wouter";
import type { JobView, QueueView } from "../../../workers/contract/views.ts";
import { useQueue } from "../../client/hooks/queue.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { EndedJobs } from "./ended-jobs.tsx";
import { QueueControls } from "./queue-controls.tsx";
import { queueSentence } from "./queue-sentence.ts";
import { RunningJobs } from "./running-jobs.tsx";
import { WaitingJobs } from "./waiting-jobs.tsx";
import styles from "./queue-page.module.css";

const TerminalPane = lazy(async () => ({ default: (await import("./terminal-pane.tsx")).TerminalPane }));

/** What runs, what waits and why, what ended; and what the chosen job prints. */
export function QueuePage({ jobId }: { readonly jobId: string | null }) {
  const queue = useQueue();
  return (
    <Loaded query={queue} what="the queue">
      {(view) => <LoadedQueue queue={view} jobId={jobId} />}
    </Loaded>
  );
}

function LoadedQueue({ queue, jobId }: { readonly queue: QueueView; readonly jobId: string | null }) {
  const [, navigate] = useLocation();
  const shown = jobId ?? queue.running[0]?.id ?? null;
  const show = (job: JobView) => navigate(`/queue/${job.id}`, { replace: true });
  return (
    <Page title="Queue" say={queueSentence(queue)} actions={<QueueControls queue={queue} />} fixed>
      <div className={styles["panes"]}>
        <div className={styles["lists"]}>
          {queue.running.length + queue.waiting.length + queue.ended.length === 0 ? <EmptyQueue /> : null}
          <RunningJobs jobs={queue.running} shown={shown} onShow={show} />
          <WaitingJobs jobs={queue.waiting} />
          <EndedJobs jobs={queue.ended} shown={shown} onShow={show} />
        </div>
        {shown === null ? null : (
          <Suspense>
            <TerminalPane key={shown} jobId={shown} job={findJob(queue, shown)} />
          </Suspense>
        )}
      </div>
    </Page>
  );
}

function EmptyQueue() {
  return (
    <p className={styles["none"]}>
      Jobs come here from a <Link href="/new">new sweep</Link>, from seeds added to an experiment, or from a retry. One runs at a time, in an order you can change.
    </p>
  );
}

function findJob(queue: QueueView, jobId: string): JobView | null {
  return [...queue.running, ...queue.waiting, ...queue.ended].find((job) => job.id === jobId) ?? null;
}
