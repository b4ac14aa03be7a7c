import { formatClock, formatDate, formatSeconds } from "../../../components/format-date.ts";
import { formatDuration } from "../../../components/format-duration.ts";
import type { TimeWindow } from "./time-window.ts";

/** `the last 15 min`, or `today 19:30 to 20:14 (44 min 10 s)`. */
export function windowWords({ fromMs, toMs }: TimeWindow, live: boolean): string {
  const span = formatDuration(toMs - fromMs);
  if (live) return `The last ${span}, as it goes on`;
  return `${formatDate(fromMs)} to ${formatClock(toMs)} (${span})`;
}

/** Words for a moment on the axis: seconds only where the window is short. */
export function momentWords({ fromMs, toMs }: TimeWindow): (atMs: number) => string {
  return toMs - fromMs < 20 * 60_000 ? formatSeconds : formatClock;
}
