import { useQueue } from "../../client/hooks/queue.ts";

/** What the job at the head of the queue asks of the GPU; `freeMib` null = nothing. */
export type NextGate = { readonly freeMib: number | null; readonly forSeconds: number; readonly learned: boolean; readonly waitsFor: string | null };

/** Null where nothing waits. */
export function useNextGate(): NextGate | null {
  const next = useQueue().data?.waiting.find((job) => job.state !== "held");
  if (next === undefined) return null;
  return { freeMib: next.need?.freeMib ?? null, forSeconds: next.need?.forSeconds ?? 0, learned: next.need?.from === "earlier-run", waitsFor: next.waitsFor };
}
