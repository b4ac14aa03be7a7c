import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

/** A reason sets the run aside, null takes it back. */
export function useSetAside(experimentId: string) {
  return useRunChange(experimentId, (input: Request<"run", "setAside">) => engine.run.setAside.mutate(input));
}

export function useBatch(experimentId: string) {
  return useRunChange(experimentId, (input: Request<"run", "batch">) => engine.run.batch.mutate(input));
}

export function useRetryRun(experimentId: string) {
  return useRunChange(experimentId, (input: Request<"run", "byId">) => engine.run.retry.mutate(input));
}

function useRunChange<Input>(experimentId: string, act: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.experiment(experimentId) }),
        queries.invalidateQueries({ queryKey: keys.lab }),
        queries.invalidateQueries({ queryKey: keys.queue }),
      ]),
  });
}
