import { TRPCClientError } from "@trpc/client";
import type { LabErrorData } from "../../workers/contract/views.ts";
import type { AppRouter } from "../../workers/engine/router.ts";

/** The expected failure inside an error of the engine, or null where it is a bug or a lost connection. */
export function labErrorOf(error: unknown): LabErrorData | null {
  // The client cannot know which router made an error at run time; this window speaks to one engine only.
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.lab ?? null) : null;
}

/** One sentence for any error, to be shown as it is. */
export function sentenceOf(error: unknown): string {
  const lab = labErrorOf(error);
  if (lab !== null) return lab.message;
  if (isConnectionLoss(error)) return "The engine is not answering; the question is asked again as soon as it does.";
  return error instanceof Error ? `Something went wrong inside Flipbook: ${error.message}` : "Something went wrong inside Flipbook.";
}

/** True where an answer was lost with its connection, so that asking again makes sense. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof TRPCClientError && error.cause?.name === "TRPCWebSocketClosedError";
}
