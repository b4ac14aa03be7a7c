import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import type { RunView } from "../../../workers/contract/views.ts";
import { showToast } from "../../stores/toasts.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

/** Sets a run aside with a reason, or takes it back with null; one click undoes it. */
export function useSetAside(experimentId: string) {
  const { mutate, isPending } = useRunChange(experimentId, (input: Request<"run", "setAside">) => engine.run.setAside.mutate(input));
  const change = (run: RunView, reason: string | null) => {
    const before = run.setAside;
    const text = reason === null ? `${runName(run)} counts again.` : `${runName(run)} was set aside.`;
    mutate({ runId: run.id, reason }, { onSuccess: () => showToast({ text, undo: () => mutate({ runId: run.id, reason: before }) }) });
  };
  return { change, isPending };
}

/** Puts a run into a batch; one click undoes it. */
export function useBatch(experimentId: string) {
  const { mutate } = useRunChange(experimentId, (input: Request<"run", "batch">) => engine.run.batch.mutate(input));
  return (run: RunView, batch: string) => {
    const before = run.batch;
    mutate({ runId: run.id, batch }, { onSuccess: () => showToast({ text: `${runName(run)} is now of ${batch}.`, undo: () => mutate({ runId: run.id, batch: before }) }) });
  };
}

function runName({ arm, seed }: RunView): string {
  return seed === null ? `The run of ${arm}` : `Seed ${seed} of ${arm}`;
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
