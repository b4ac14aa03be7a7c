import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { QueueView } from "../../workers/contract/views.ts";
import { useQueueNotice } from "../stores/queue-notice.ts";
import { keys } from "./keys.ts";

/** Shows a notice of the desktop when the last job that could run has ended; returns the disposer. */
export function followQueueEnd(queries: QueryClient): () => void {
  let before: QueueView | null = null;
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryHash !== hashKey(keys.queue)) return;
    const now = queries.getQueryData<QueueView>(keys.queue) ?? null;
    const words = now === null || before === null || now === before ? null : queueEndWords(before, now);
    before = now;
    if (words !== null && useQueueNotice.getState().wanted) new Notification("Flipbook", { body: words, tag: "queue-end" });
  });
}

/** What to say when a queue that had work has none any more; null where that is not so. */
export function queueEndWords(before: QueueView, now: QueueView): string | null {
  if (!hasWork(before) || hasWork(now)) return null;
  if (now.paused) return `The queue has stopped: ${now.pausedWhy ?? "it is paused"}.`;
  const known = new Set(before.ended.map(({ id, endedMs }) => `${id} ${endedMs ?? 0}`));
  const fresh = now.ended.filter(({ id, endedMs }) => !known.has(`${id} ${endedMs ?? 0}`));
  const failed = fresh.filter(({ state }) => state === "failed" || state === "lost").length;
  return failed === 0 ? "The queue is done." : `The queue is done; the last to end failed.`;
}

function hasWork({ running, waiting, paused }: QueueView): boolean {
  return running.length > 0 || (!paused && waiting.some(({ state }) => state !== "held"));
}
