import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import type { MachineView } from "../../../workers/contract/views.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

const keptSamples = 1200;

/** The newest reading of the machine. */
export function useMachine() {
  return useQuery({ queryKey: keys.machine, queryFn: ({ signal }) => engine.machine.now.query(undefined, { signal }) });
}

/** Readings since the window opened, oldest first, at most the last 1,200. */
export function useMachineTrace() {
  return useQuery({
    queryKey: keys.machineTrace,
    queryFn: async ({ signal }) => [await engine.machine.now.query(undefined, { signal })] as readonly MachineView[],
    gcTime: Infinity,
    structuralSharing: false,
  });
}

type TraceRequest = Request<"machine", "trace">;

/** What was recorded within a time; the last answer stays on screen while the next one comes. `range` null asks for nothing. */
export function useTrace(range: TraceRequest | null) {
  return useQuery({
    queryKey: keys.trace(range),
    queryFn: ({ signal }) => engine.machine.trace.query(range ?? { fromMs: 0, toMs: 1, points: 2, fields: null }, { signal }),
    enabled: range !== null,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 30_000,
  });
}

/** The same for the last so many milliseconds up to now. */
export function useLiveTrace(spanMs: number, enabled: boolean) {
  return useQuery({
    queryKey: keys.liveTrace(spanMs),
    queryFn: ({ signal }) => {
      const toMs = Date.now();
      return engine.machine.trace.query({ fromMs: toMs - spanMs, toMs, points: 600, fields: [...tracedFields] }, { signal });
    },
    enabled,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 30_000,
    refetchInterval: 2_000,
  });
}

/** What the page draws of a trace. */
export const tracedFields = ["usedMib", "powerWatts", "utilisationPercent", "temperatureC", "freeMib", "load", "cpuPercent", "rssMib"] as const;

/** The latest attempts of jobs, newest first. */
export function useAttempts() {
  return useQuery({ queryKey: keys.attempts, queryFn: ({ signal }) => engine.machine.attempts.query({ limit: 100, experimentId: null }, { signal }), refetchInterval: 5_000 });
}

/** Changes how often the GPUs are read. */
export function useSetPeriod() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (periodMs: number) => engine.machine.setPeriod.mutate({ periodMs }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.machine }),
  });
}

/** Receives readings as long as the window is open; returns the disposer. */
export function followMachine(queries: QueryClient): () => void {
  const subscription = engine.machine.samples.subscribe(undefined, {
    onData: (sample) => {
      queries.setQueryData<MachineView>(keys.machine, sample);
      queries.setQueryData<readonly MachineView[]>(keys.machineTrace, (trace) => [...(trace ?? []).slice(1 - keptSamples), sample]);
    },
  });
  return () => subscription.unsubscribe();
}
