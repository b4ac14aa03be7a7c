import { Link } from "wouter";
import type { MachineView } from "../../../workers/contract/views.ts";
import { useQueue } from "../../client/hooks/queue.ts";
import { formatMib } from "../../components/format-bytes.ts";
import { jobName } from "../../components/state-words.ts";
import styles from "./machine-page.module.css";

export function JobTable({ jobs }: { readonly jobs: MachineView["jobs"] }) {
  const running = useQueue().data?.running ?? [];
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Jobs at work">
      <h2>Jobs at work</h2>
      <table className={styles["jobs"]}>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Resident memory</th>
            <th scope="col">Processor</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ jobId, rssMib, cpuPercent }) => {
            const job = running.find(({ id }) => id === jobId);
            return (
              <tr key={jobId}>
                <th scope="row">
                  <Link href={`/queue/${jobId}`}>{job === undefined ? jobId : `${jobName(job)} ${job.kind}`}</Link>
                </th>
                <td>{formatMib(rssMib)}</td>
                <td>{cpuPercent === null ? "being read" : `${(cpuPercent / 100).toFixed(1)} cores`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
