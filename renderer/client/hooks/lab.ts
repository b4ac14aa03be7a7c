import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

export function useLab() {
  return useQuery({ queryKey: keys.lab, queryFn: ({ signal }) => engine.lab.overview.query(undefined, { signal }) });
}

export function useStartSample() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => engine.lab.startSample.mutate(),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: keys.lab }), queries.invalidateQueries({ queryKey: keys.queue })]),
  });
}
