import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

const lookMs = 3_000;

/** What an evening on this machine can be made of. */
export function useEveningOptions() {
  return useQuery({ queryKey: keys.eveningOptions, queryFn: ({ signal }) => engine.evening.options.query(undefined, { signal }) });
}

/** Evenings, newest first. */
export function useEvenings() {
  return useQuery({ queryKey: keys.evenings, queryFn: ({ signal }) => engine.evening.list.query(undefined, { signal }), refetchInterval: lookMs });
}

/** How one evening goes or went. */
export function useEvening(id: string) {
  return useQuery({
    queryKey: keys.evening(id),
    queryFn: ({ signal }) => engine.evening.get.query({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "over" ? false : lookMs),
  });
}

/** `onPlanned` is called although the form is gone by then, since a planned evening takes its place. */
export function usePlanEvening(onPlanned: (id: string) => void) {
  return useEveningChange((input: Request<"evening", "plan">) => engine.evening.plan.mutate(input), ({ id }) => onPlanned(id));
}

export function useCallOffEvening() {
  return useEveningChange((input: Request<"evening", "byId">) => engine.evening.cancel.mutate(input));
}

/** Lets jobs that an evening held back wait for their turn again. */
export function useReleaseHeld() {
  return useEveningChange(async (jobIds: readonly string[]) => {
    for (const jobId of jobIds) await engine.queue.release.mutate({ jobId });
  });
}

function useEveningChange<Input, Result>(act: (input: Input) => Promise<Result>, after: (result: Result) => void = () => undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (result) => {
      after(result);
      return Promise.all([keys.evenings, keys.queue, keys.lab].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}
