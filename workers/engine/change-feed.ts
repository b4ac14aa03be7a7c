import type { ChangeEvent } from "../contract/views.ts";

/** Where the engine says what may have changed; every open window and command listens. */
export type ChangeFeed = {
  readonly publish: (event: ChangeEvent) => void;
  readonly subscribe: (signal: AbortSignal) => AsyncIterable<readonly ChangeEvent[]>;
};

/** Long enough to put a burst of steps into one message, short enough that nobody sees the wait. */
const batchMs = 50;

/** Collects changes for each listener, the same one only once, and hands them over in batches. */
export function createChangeFeed(): ChangeFeed {
  const listeners = new Set<(event: ChangeEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (signal) => batches(listeners, signal),
  };
}

async function* batches(listeners: Set<(event: ChangeEvent) => void>, signal: AbortSignal): AsyncGenerator<readonly ChangeEvent[]> {
  const pending = new Map<string, ChangeEvent>();
  let wake: () => void = () => undefined;
  const listener = (event: ChangeEvent): void => {
    pending.set(JSON.stringify(event), event);
    wake();
  };
  const abort = (): void => wake();
  listeners.add(listener);
  signal.addEventListener("abort", abort);
  try {
    while (!signal.aborted) {
      if (pending.size > 0) {
        const batch = [...pending.values()];
        pending.clear();
        yield batch;
      }
      if (pending.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      await pause(batchMs, signal);
    }
  } finally {
    listeners.delete(listener);
    signal.removeEventListener("abort", abort);
  }
}

/** Waits, but not for someone who has gone. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else setTimeout(resolve, ms);
  });
}
