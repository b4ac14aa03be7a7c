import { useQuery } from "@tanstack/react-query";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

export function useTasks() {
  return useQuery({ queryKey: keys.tasks, queryFn: ({ signal }) => engine.task.list.query(undefined, { signal }), staleTime: 10_000 });
}
