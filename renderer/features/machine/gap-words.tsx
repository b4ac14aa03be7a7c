import type { SourceTrace } from "../../../workers/contract/trace-view.ts";
import { formatSeconds } from "../../components/format-date.ts";
import { formatDuration } from "../../components/format-duration.ts";
import { fieldWords } from "./field-words.ts";
import type { TimeWindow } from "./trace/time-window.ts";
import styles from "./machine-page.module.css";

const shown = 3;

/** Why there are holes in what is shown, the longest first. */
export function GapWords({ gaps, window }: { readonly gaps: SourceTrace["gaps"]; readonly window: TimeWindow }) {
  const visible = gaps
    .map((gap) => ({ ...gap, fromMs: Math.max(gap.fromMs, window.fromMs), toMs: Math.min(gap.toMs, window.toMs) }))
    .filter(({ fromMs, toMs, field }) => toMs > fromMs && (field === null || drawn.has(field)))
    .sort((left, right) => right.toMs - right.fromMs - (left.toMs - left.fromMs));
  if (visible.length === 0) return null;
  return (
    <p className={styles["missing"]}>
      Gaps:{" "}
      {visible
        .slice(0, shown)
        .map(({ fromMs, toMs, field, reason }) => `from ${formatSeconds(fromMs)} for ${formatDuration(toMs - fromMs)}${field === null ? "" : ` no ${fieldWords[field] ?? field}`} (${reason})`)
        .join("; ")}
      {visible.length > shown ? `; and ${visible.length - shown} shorter` : ""}.
    </p>
  );
}

const drawn: ReadonlySet<string> = new Set(["usedMib", "powerWatts", "utilisationPercent"]);
