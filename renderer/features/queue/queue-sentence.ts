import type { QueueView } from "../../../workers/contract/views.ts";
import { plural } from "../../components/format-count.ts";
import { formatMoment } from "../../components/format-date.ts";

/** What the queue is up to, in one sentence. */
export function queueSentence({ running, waiting, paused, pausedWhy, doneAboutMs }: QueueView): string {
  const held = waiting.filter((job) => job.state === "held").length;
  const ready = waiting.length - held;
  const parts = [
    running.length === 0 ? "Nothing runs" : `${plural(running.length, "job runs", "jobs run")}`,
    ready === 0 ? "nothing waits" : `${plural(ready, "job waits", "jobs wait")}`,
    ...(held === 0 ? [] : [`${plural(held, "is", "are")} held`]),
  ];
  const done = doneAboutMs === null || paused ? "" : `; done about ${formatMoment(doneAboutMs)}`;
  const pause = paused ? ` The queue is paused${pausedWhy === null ? "" : `: ${pausedWhy.replace(/\.$/u, "")}`}.` : "";
  return `${parts.join(", ")}${done}.${pause}`;
}
