import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

/** Under the protocol's key: both change when a job has brought a result. */
export function useSkills(id: string) {
  return useQuery({ queryKey: [...keys.protocol(id), "skills"], queryFn: ({ signal }) => engine.experiment.skills.query({ id }, { signal }) });
}

export function useEpochs(id: string) {
  return useQuery({ queryKey: [...keys.protocol(id), "epochs"], queryFn: ({ signal }) => engine.experiment.epochs.query({ id }, { signal }), structuralSharing: false });
}

/** Starts an experiment that does one run of each arm again. */
export function useVerify() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Request<"experiment", "verify">) => engine.experiment.verify.mutate(input),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: keys.lab }), queries.invalidateQueries({ queryKey: keys.queue })]),
  });
}
