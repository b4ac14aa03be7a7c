import { useQuery, type QueryClient } from "@tanstack/react-query";
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
