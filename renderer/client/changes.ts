import type { QueryClient } from "@tanstack/react-query";
import type { ChangeEvent, ExperimentView } from "../../workers/contract/views.ts";
import { collectChanges, resultsPrint, scoresPrint } from "./change-set.ts";
import { onReconnect } from "./connection.ts";
import { engine } from "./engine-client.ts";
import { keys } from "./keys.ts";


const pauseMs = 250;

/** Keeps everything on screen current: one subscription, gathered for a moment, then only what changed is asked again. */
export function followChanges(queries: QueryClient): () => void {
  let gathered: ChangeEvent[] = [];
  let timer: number | null = null;
  const flush = () => {
    timer = null;
    const events = gathered;
    gathered = [];
    apply(queries, events);
  };
  const subscription = engine.lab.changes.subscribe(undefined, {
    onData: (events) => {
      gathered.push(...events);
      timer ??= window.setTimeout(flush, pauseMs);
    },
  });
  const stopReconnect = onReconnect(() => void queries.invalidateQueries());
  return () => {
    subscription.unsubscribe();
    stopReconnect();
    if (timer !== null) window.clearTimeout(timer);
  };
}

function apply(queries: QueryClient, events: readonly ChangeEvent[]): void {
  const changes = collectChanges(events);
  const invalidate = (queryKey: readonly unknown[]) => void queries.invalidateQueries({ queryKey });
  if (changes.lab) invalidate(keys.lab);
  if (changes.queue) invalidate(keys.queue);
  for (const id of changes.notes) invalidate(keys.notes(id));
  if (changes.notes.size > 0 || changes.lab) invalidate(keys.searches);
  for (const id of changes.experiments) {
    invalidate(keys.experiment(id));
    invalidate(keys.comparisons);
  }
  for (const id of changes.runs) if (!changes.experiments.has(id)) void refreshRuns(queries, id);
}

/** Progress comes every second; matrix and figures are asked again only when a result is among it. */
async function refreshRuns(queries: QueryClient, id: string): Promise<void> {
  const before = queries.getQueryData<ExperimentView>(keys.view(id));
  await queries.invalidateQueries({ queryKey: keys.view(id) });
  const after = queries.getQueryData<ExperimentView>(keys.view(id));
  const invalidate = (queryKey: readonly unknown[]) => void queries.invalidateQueries({ queryKey });
  invalidate(keys.losses(id));
  const unknown = before === undefined || after === undefined || before === after;
  if (unknown || scoresPrint(before) !== scoresPrint(after)) {
    invalidate(keys.matrix(id));
    invalidate(keys.items(id));
  }
  if (unknown || resultsPrint(before) !== resultsPrint(after)) {
    invalidate(keys.analyses(id));
    invalidate(keys.bill(id));
    invalidate(keys.protocol(id));
    invalidate(keys.comparisons);
  }
}
