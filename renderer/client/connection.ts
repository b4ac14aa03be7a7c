import { useSyncExternalStore } from "react";
import { socket } from "./engine-client.ts";

export type Connection = "connected" | "connecting";

/** Whether the engine answers at the moment. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, read);
}

/** Calls back each time the connection comes back after it was lost; returns the disposer. */
export function onReconnect(listener: () => void): () => void {
  let lost = false;
  const subscription = socket.connectionState.subscribe({
    next: (state) => {
      if (state.state === "pending" && lost) listener();
      lost = state.state === "connecting" && state.error !== null ? true : lost && state.state !== "pending";
    },
  });
  return () => subscription.unsubscribe();
}

function subscribe(listener: () => void): () => void {
  const subscription = socket.connectionState.subscribe({ next: listener });
  return () => subscription.unsubscribe();
}

function read(): Connection {
  return socket.connectionState.get().state === "pending" ? "connected" : "connecting";
}
