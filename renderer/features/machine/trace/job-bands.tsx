import { Link } from "wouter";
import type { AttemptView } from "../../../../workers/contract/trace-view.ts";
import { formatSeconds } from "../../../components/format-date.ts";
import { formatDuration } from "../../../components/format-duration.ts";
import { jobName } from "../../../components/state-words.ts";
import { plotMargin } from "./plot-margin.ts";
import type { TimeWindow } from "./time-window.ts";
import styles from "./job-bands.module.css";

type Props = { readonly attempts: readonly AttemptView[]; readonly window: TimeWindow; readonly nowMs: number; readonly chosen: string | null };

/** Which job ran when, and in which phase it was, over the same times as the traces beneath. */
export function JobBands({ attempts, window, nowMs, chosen }: Props) {
  const shown = attempts.filter(({ startedMs, endedMs }) => startedMs < window.toMs && (endedMs ?? nowMs) > window.fromMs);
  if (shown.length === 0) return <p className={styles["none"]}>No job ran in this time.</p>;
  const place = placeIn(window);
  return (
    <div className={styles["bands"]} style={{ marginLeft: plotMargin.left, marginRight: plotMargin.right }} role="list" aria-label="Jobs in this time">
      {shown.map((attempt) => {
        const endMs = attempt.endedMs ?? nowMs;
        return (
          <div key={`${attempt.jobId} ${attempt.attempt}`} role="listitem" className={attempt.jobId === chosen ? `${styles["band"] ?? ""} ${styles["chosen"] ?? ""}` : styles["band"]} style={place(attempt.startedMs, endMs)} title={title(attempt, endMs)}>
            {attempt.phases.map(({ phase, fromMs, toMs }) => (
              <span key={phase} className={`${styles["phase"] ?? ""} ${styles[phase] ?? ""}`} style={placeIn({ fromMs: attempt.startedMs, toMs: Math.max(endMs, attempt.startedMs + 1) })(fromMs, toMs ?? endMs)} />
            ))}
            <Link href={`/machine/${attempt.jobId}`} draggable={false}>
              {jobName(attempt)} {attempt.kind}
              {attempt.endKind === null || attempt.endKind === "done" ? "" : ` (${attempt.endKind})`}
            </Link>
          </div>
        );
      })}
    </div>
  );
}

/** What the shades of a band mean. */
export function PhaseLegend() {
  return (
    <span className={styles["legend"]} aria-hidden="true">
      {(["load", "train", "score"] as const).map((phase) => (
        <span key={phase}>
          <i className={styles[phase]} /> {phase}
        </span>
      ))}
    </span>
  );
}

function placeIn({ fromMs, toMs }: TimeWindow): (startMs: number, endMs: number) => { readonly left: string; readonly width: string } {
  const share = (atMs: number): number => Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
  return (startMs, endMs) => ({ left: `${(share(startMs) * 100).toFixed(3)}%`, width: `${((share(endMs) - share(startMs)) * 100).toFixed(3)}%` });
}

function title(attempt: AttemptView, endMs: number): string {
  const phases = attempt.phases.map(({ phase, fromMs, toMs }) => `${phase} ${formatDuration((toMs ?? endMs) - fromMs)}`).join(", ");
  const end = attempt.endKind ?? "runs";
  return `${attempt.experimentName}: ${jobName(attempt)} ${attempt.kind}, attempt ${attempt.attempt}, from ${formatSeconds(attempt.startedMs)}, ${formatDuration(endMs - attempt.startedMs)}, ${end}${phases === "" ? "" : ` (${phases})`}`;
}
