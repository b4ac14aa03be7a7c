import type { AttemptView } from "../../../workers/contract/trace-view.ts";

/** Names one attempt of one job. */
export function attemptKey({ jobId, attempt }: Pick<AttemptView, "jobId" | "attempt">): string {
  return `${jobId} ${attempt}`;
}
