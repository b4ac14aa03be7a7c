import { memo, type KeyboardEvent } from "react";
import type { JobView } from "../../../workers/contract/views.ts";
import { useHoldJob, useReleaseJob } from "../../client/hooks/queue.ts";
import { Button } from "../../components/button.tsx";
import { jobName, jobStateWords } from "../../components/state-words.ts";
import { CancelJob } from "./cancel-job.tsx";
import { PrioritySelect } from "./priority-select.tsx";
import { JobName } from "./job-name.tsx";
import styles from "./queue-page.module.css";

type Props = { readonly job: JobView; readonly index: number; readonly count: number; readonly onMove: (job: JobView, toIndex: number) => void };

export const WaitingJob = memo(function WaitingJob({ job, index, count, onMove }: Props) {
  const hold = useHoldJob();
  const release = useReleaseJob();
  const name = `${jobName(job)} ${job.kind}`;
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(job, event.key === "ArrowUp" ? index - 1 : index + 1);
  };
  return (
    <div onKeyDown={onKey}>
      <div className={styles["head"]}>
        <JobName job={job} />
        <span className={styles["buttons"]}>
          <Button aria-label={`Move ${name} up`} title="Alt+↑" disabled={index === 0} onClick={() => onMove(job, index - 1)}>
            ↑
          </Button>
          <Button aria-label={`Move ${name} down`} title="Alt+↓" disabled={index === count - 1} onClick={() => onMove(job, index + 1)}>
            ↓
          </Button>
          <PrioritySelect job={job} name={name} />
          {job.state === "held" ? (
            <Button aria-label={`Release ${name}`} onClick={() => release.mutate({ jobId: job.id })}>
              Release
            </Button>
          ) : (
            <Button aria-label={`Hold ${name}`} onClick={() => hold.mutate({ jobId: job.id })}>
              Hold
            </Button>
          )}
          <CancelJob job={job} />
        </span>
      </div>
      <p className={styles["why"]}>{job.waitsFor ?? jobStateWords[job.state]}</p>
    </div>
  );
});
