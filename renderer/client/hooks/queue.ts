import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

type Job = Request<"queue", "byJob">;

export function useQueue() {
  return useQuery({ queryKey: keys.queue, queryFn: ({ signal }) => engine.queue.list.query(undefined, { signal }) });
}

export function useMoveJob() {
  return useQueueChange((input: Request<"queue", "move">) => engine.queue.move.mutate(input));
}

export function useSetPriority() {
  return useQueueChange((input: Request<"queue", "priority">) => engine.queue.priority.mutate(input));
}

export function useHoldJob() {
  return useQueueChange((input: Job) => engine.queue.hold.mutate(input));
}

export function useReleaseJob() {
  return useQueueChange((input: Job) => engine.queue.release.mutate(input));
}

export function useCancelJob() {
  return useQueueChange((input: Job) => engine.queue.cancel.mutate(input));
}

export function usePauseQueue() {
  return useQueueChange((_input: void) => engine.queue.pause.mutate());
}

export function useResumeQueue() {
  return useQueueChange((_input: void) => engine.queue.resume.mutate());
}

export function useCrashPolicy() {
  return useQueueChange((input: Request<"queue", "policy">) => engine.queue.policy.mutate(input));
}

function useQueueChange<Input>(act: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: act, onSuccess: () => queries.invalidateQueries({ queryKey: keys.queue }) });
}
