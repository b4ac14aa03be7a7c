import type { Progress } from "../../workers/contract/views.ts";
import { formatMoment } from "./format-date.ts";
import { formatLoss } from "./format-loss.ts";
import { formatProgress, phaseWord, progressShare } from "./format-progress.ts";
import { ProgressBar } from "./progress-bar.tsx";
import styles from "./progress-line.module.css";

type Work = { readonly phase: string | null; readonly progress: Progress | null; readonly loss: number | null; readonly etaMs: number | null };

/** What something at work does, how far it is and when it will be done, with a bar. */
export function ProgressLine({ phase, progress, loss, etaMs }: Work) {
  const words = [
    progress === null ? phaseWord(phase) : `${phaseWord(phase)}, ${formatProgress(progress)}`,
    loss === null ? null : `loss ${formatLoss(loss)}`,
    etaMs === null ? null : `done about ${formatMoment(etaMs)}`,
  ].filter((part) => part !== null);
  return (
    <div className={styles["line"]}>
      <span>{words.join(" \u00b7 ")}</span>
      <ProgressBar share={progressShare(progress)} label={words[0] ?? ""} />
    </div>
  );
}
