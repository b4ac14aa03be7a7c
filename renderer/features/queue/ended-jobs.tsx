import type { JobView } from "../../../workers/contract/views.ts";
import { Link } from "wouter";
import { Button } from "../../components/button.tsx";
import { formatDate } from "../../components/format-date.ts";
import { formatDuration } from "../../components/format-duration.ts";
import { endSentence, jobStateWords } from "../../components/state-words.ts";
import { JobName } from "./job-name.tsx";
import styles from "./queue-page.module.css";

type Props = { readonly jobs: readonly JobView[]; readonly shown: string | null; readonly onShow: (job: JobView) => void };

export function EndedJobs({ jobs, shown, onShow }: Props) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Ended jobs">
      <h2>
        Ended <small>the latest</small>
      </h2>
      <ul>
        {jobs.map((job) => (
          <li key={job.id} className={styles["job"]}>
            <div className={styles["head"]}>
              <JobName job={job} />
              <span className={styles["when"]}>{whenWords(job)}</span>
              <span className={styles["buttons"]}>
                {job.startedMs === null ? null : <Link href={`/machine/${job.id}`}>Trace</Link>}
                {job.startedMs === null ? null : (
                  <Button kind="toggle" aria-pressed={job.id === shown} onClick={() => onShow(job)}>
                    Terminal
                  </Button>
                )}
              </span>
            </div>
            {endSentence(job.end) === null ? null : <p className={styles["failed"]}>{endSentence(job.end)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function whenWords({ state, startedMs, endedMs }: JobView): string {
  const at = endedMs === null ? "" : ` ${formatDate(endedMs)}`;
  const took = startedMs === null || endedMs === null ? "" : `, took ${formatDuration(endedMs - startedMs)}`;
  return `${jobStateWords[state]}${at}${took}`;
}
