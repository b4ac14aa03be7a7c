import { useCallback, useRef, useState, type DragEvent } from "react";
import type { JobView } from "../../../workers/contract/views.ts";
import { useMoveJob } from "../../client/hooks/queue.ts";
import { jobName } from "../../components/state-words.ts";
import { showToast } from "../../stores/toasts.ts";
import { placeAfterMove } from "./place-after-move.ts";
import { WaitingJob } from "./waiting-job.tsx";
import styles from "./queue-page.module.css";

/** The jobs that wait, in the order they will start; dragged, or moved by button or Alt and an arrow key. */
export function WaitingJobs({ jobs }: { readonly jobs: readonly JobView[] }) {
  const move = useMove(jobs);
  const dragged = useRef<JobView | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const drop = (target: JobView) => {
    const job = dragged.current;
    dragged.current = null;
    setOver(null);
    if (job !== null && job.id !== target.id) move(job, jobs.indexOf(target));
  };
  const dragOver = (event: DragEvent, job: JobView) => {
    if (dragged.current === null) return;
    event.preventDefault();
    setOver(job.id);
  };
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Waiting jobs">
      <h2>
        Waiting <small>first to start on top</small>
      </h2>
      <ol>
        {jobs.map((job, index) => (
          <li
            key={job.id}
            draggable
            className={job.id === over ? `${styles["job"] ?? ""} ${styles["over"] ?? ""}` : styles["job"]}
            onDragStart={(event) => {
              dragged.current = job;
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", jobName(job));
            }}
            onDragOver={(event) => dragOver(event, job)}
            onDragEnd={() => setOver(null)}
            onDrop={(event) => {
              event.preventDefault();
              drop(job);
            }}
          >
            <WaitingJob job={job} index={index} count={jobs.length} onMove={move} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Moves a job to a place in the list and offers the way back. */
function useMove(jobs: readonly JobView[]): (job: JobView, toIndex: number) => void {
  const { mutate } = useMoveJob();
  return useCallback(
    (job: JobView, toIndex: number) => {
      const ids = jobs.map(({ id }) => id);
      const before = placeAfterMove(ids, job.id, toIndex);
      if (before === undefined) return;
      const followed = ids[ids.indexOf(job.id) + 1] ?? null;
      mutate(
        { jobId: job.id, beforeJobId: before },
        { onSuccess: () => showToast({ text: `${jobName(job)} ${job.kind} was moved.`, undo: () => mutate({ jobId: job.id, beforeJobId: followed }) }) },
      );
    },
    [jobs, mutate],
  );
}
