import type { JobView } from "../../../workers/contract/views.ts";
import { Button } from "../../components/button.tsx";
import { ProgressLine } from "../../components/progress-line.tsx";
import { CancelJob } from "./cancel-job.tsx";
import { JobName } from "./job-name.tsx";
import styles from "./queue-page.module.css";

type Props = { readonly jobs: readonly JobView[]; readonly shown: string | null; readonly onShow: (job: JobView) => void };

export function RunningJobs({ jobs, shown, onShow }: Props) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Running jobs">
      <h2>Running</h2>
      <ul>
        {jobs.map((job) => (
          <li key={job.id} className={styles["job"]}>
            <div className={styles["head"]}>
              <JobName job={job} />
              <span className={styles["buttons"]}>
                <Button kind="toggle" aria-pressed={job.id === shown} onClick={() => onShow(job)}>
                  Terminal
                </Button>
                <CancelJob job={job} />
              </span>
            </div>
            <ProgressLine {...job} />
          </li>
        ))}
      </ul>
    </section>
  );
}
