import { Link } from "wouter";
import type { EveningView } from "../../../workers/contract/evening.ts";
import { formatMib } from "../../components/format-bytes.ts";
import { formatClock, formatSeconds } from "../../components/format-date.ts";
import { formatDuration } from "../../components/format-duration.ts";
import { jobName } from "../../components/state-words.ts";
import styles from "./evening.module.css";

/** What ran, what failed and why, peaks, energy and time. */
export function Morning({ view }: { readonly view: EveningView }) {
  return (
    <div className={styles["page"]}>
      <Experiments experiments={view.experiments} />
      <Commands view={view} />
      <Attempts attempts={view.attempts} />
    </div>
  );
}

function Experiments({ experiments }: Pick<EveningView, "experiments">) {
  return (
    <section aria-label="Experiments">
      <h2>Experiments</h2>
      <ul className={styles["list"]}>
        {experiments.map(({ id, name, planned, finished, heldBack, missing }) => (
          <li key={id}>
            <Link href={`/experiment/${id}`}>{name}</Link>: {finished} of {planned} done{heldBack === 0 ? "" : `, ${heldBack} held back`}
            {missing.length === 0 ? null : (
              <ul className={styles["missing"]}>
                {missing.map(({ arm, seed, why }) => (
                  <li key={`${arm} ${seed}`}>
                    {jobName({ arm, seed })}: {why}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Commands({ view: { progress } }: { readonly view: EveningView }) {
  if (progress.commands.length === 0) return null;
  return (
    <section aria-label="Commands">
      <h2>Commands</h2>
      <ul className={styles["list"]}>
        {progress.commands.map(({ when, line, startedMs, endedMs, exitCode, output }) => (
          <li key={`${when} ${line} ${startedMs}`}>
            <code>{line}</code> {when === "before" ? "before the first job" : "after the last one"}, {formatClock(startedMs)}: {endedMs === null ? "runs" : exitCode === 0 ? "done" : exitCode === null ? "did not run" : `exit code ${exitCode}`}
            {output === "" ? null : <pre className={styles["output"]}>{output}</pre>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attempts({ attempts }: Pick<EveningView, "attempts">) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Jobs">
      <h2>Jobs</h2>
      <table className={styles["jobs"]}>
        <thead>
          <tr>
            {["Job", "Began", "Took", "Peak of the card", "Energy", "End"].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={`${attempt.jobId} ${attempt.attempt}`}>
              <th scope="row">
                <Link href={`/machine/${attempt.jobId}`} title="Its trace">
                  {jobName(attempt)} {attempt.kind}
                  {attempt.attempt > 1 ? `, attempt ${attempt.attempt}` : ""}
                </Link>
              </th>
              <td>{formatSeconds(attempt.startedMs)}</td>
              <td>{attempt.endedMs === null ? "runs" : formatDuration(attempt.endedMs - attempt.startedMs)}</td>
              <td>{attempt.peakMib === null ? "–" : formatMib(attempt.peakMib)}</td>
              <td>{energyWords(attempt)}</td>
              <td>
                {attempt.endKind ?? "–"}
                {attempt.endMessage === null ? null : <small className={styles["why"]}>{attempt.endMessage}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function energyWords({ energyWh, energyCoverage }: EveningView["attempts"][number]): string {
  if (energyWh === null || energyCoverage === null) return "–";
  return `${energyWh.toFixed(energyWh < 10 ? 2 : 1)} Wh${energyCoverage >= 0.995 ? "" : ` (${Math.round(energyCoverage * 100)} % of the time)`}`;
}
