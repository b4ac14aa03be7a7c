import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

/** Everything that can be done to an experiment; each refuses with a sentence that is shown at the foot of the window. */
export function useExtend() {
  return useChange((input: Request<"experiment", "extend">) => engine.experiment.extend.mutate(input));
}

export function useCancelExperiment() {
  return useChange((input: Request<"experiment", "byId">) => engine.experiment.cancel.mutate(input));
}

export function useRetryExperiment() {
  return useChange((input: Request<"experiment", "byId">) => engine.experiment.retry.mutate(input));
}

export function useRename() {
  return useChange((input: Request<"experiment", "rename">) => engine.experiment.rename.mutate(input));
}

export function useTags() {
  return useChange((input: Request<"experiment", "tags">) => engine.experiment.tags.mutate(input));
}

export function useRemoveExperiment() {
  return useChange((input: Request<"experiment", "byId">) => engine.experiment.remove.mutate(input));
}

export function useRestoreExperiment() {
  return useChange((input: Request<"experiment", "byId">) => engine.experiment.restore.mutate(input));
}

/** Problems of a refused file are shown beside its fields by the page that made it. */
export function useCreateExperiment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Request<"experiment", "create">) => engine.experiment.create.mutate(input),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: keys.lab }), queries.invalidateQueries({ queryKey: keys.queue })]),
  });
}

export function useExportFigures() {
  return useMutation({ mutationFn: (input: Request<"experiment", "export">) => engine.experiment.exportFigures.mutate(input) });
}

export function useReport() {
  return useMutation({ mutationFn: (input: Request<"experiment", "byId">) => engine.experiment.report.mutate(input) });
}

/** The engine tells of changes by itself; asking at once makes the window answer even while its event is under way. */
function useChange<Input extends { readonly id: string }, Output>(act: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (_output, input) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.lab }),
        queries.invalidateQueries({ queryKey: keys.queue }),
        queries.invalidateQueries({ queryKey: keys.experiment(input.id) }),
      ]),
  });
}
