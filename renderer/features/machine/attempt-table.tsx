import { Link } from "wouter";
import type { AttemptView } from "../../../workers/contract/trace-view.ts";
import { Button } from "../../components/button.tsx";
import { formatMib } from "../../components/format-bytes.ts";
import { formatDate } from "../../components/format-date.ts";
import { formatDuration } from "../../components/format-duration.ts";
import { jobName } from "../../components/state-words.ts";
import { attemptKey } from "./attempt-key.ts";
import styles from "./machine-page.module.css";

type Props = { readonly attempts: readonly AttemptView[]; readonly compared: readonly string[]; readonly chosen: string | null; readonly onCompare: (attempt: AttemptView) => void };

/** The jobs whose traces can be looked at, newest first; two of them can be laid over each other. */
export function AttemptTable({ attempts, compared, chosen, onCompare }: Props) {
  if (attempts.length === 0) return null;
  const hasGpu = attempts.some(({ device }) => device !== null);
  return (
    <section aria-label="Jobs that ran">
      <h2>
        Jobs that ran <small>the latest {attempts.length}; choose one to see its trace, or two to lay them over each other</small>
      </h2>
      <table className={styles["jobs"]}>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Began</th>
            <th scope="col">Took</th>
            {hasGpu ? <th scope="col">Peak of the card</th> : null}
            <th scope="col">End</th>
            <th scope="col" aria-label="Compare" />
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attemptKey(attempt)} className={attempt.jobId === chosen ? styles["chosen"] : undefined}>
              <th scope="row">
                <Link href={`/machine/${attempt.jobId}`}>
                  {jobName(attempt)} {attempt.kind}
                  {attempt.attempt > 1 ? `, attempt ${attempt.attempt}` : ""}
                </Link>{" "}
                <small>{attempt.experimentName}</small>
              </th>
              <td>{formatDate(attempt.startedMs)}</td>
              <td>{attempt.endedMs === null ? "runs" : formatDuration(attempt.endedMs - attempt.startedMs)}</td>
              {hasGpu ? <td>{attempt.peakMib === null ? "–" : formatMib(attempt.peakMib)}</td> : null}
              <td title={attempt.endMessage ?? undefined}>{attempt.endKind ?? "–"}</td>
              <td>
                <Button kind="toggle" aria-pressed={compared.includes(attemptKey(attempt))} onClick={() => onCompare(attempt)} aria-label={`Compare ${jobName(attempt)} ${attempt.kind}`}>
                  Compare
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
