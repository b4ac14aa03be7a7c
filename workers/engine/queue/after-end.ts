import { assertNever } from "../../domain/assert-never.ts";
import type { JobEnd } from "../../domain/job.ts";

/** What the queue does when a job crashes. */
export type CrashPolicy = "go-on" | "pause" | "retry";

/** What follows from an end: nothing, another try, or a queue that pauses and says why. */
export type Consequence = { readonly kind: "nothing" } | { readonly kind: "retry" } | { readonly kind: "pause"; readonly why: string };

export type EndedAttempt = {
  readonly end: JobEnd;
  /** Counts from 1. */
  readonly attempt: number;
  readonly policy: CrashPolicy;
  /** True where a GPU's free memory is waited for; memory that ran out is tried again only through that gate. */
  readonly gated: boolean;
  /** How often a job that ran out of memory goes back through the gate. */
  readonly memoryRetries: number;
};

/** The first try and two more, after a crash. */
export const mostAttempts = 3;

/** Decides what an end means for the queue; a person's own stop never pauses or retries anything. */
export function afterEnd({ end, attempt, policy, gated, memoryRetries }: EndedAttempt): Consequence {
  switch (end.kind) {
    case "done":
    case "interrupted":
      return { kind: "nothing" };
    case "out-of-memory":
      if (gated && attempt <= memoryRetries) return { kind: "retry" };
      return policy === "pause" ? { kind: "pause", why: `a job ran out of memory (${end.message})` } : { kind: "nothing" };
    case "failed":
    case "lost":
      if (policy === "retry" && attempt < mostAttempts) return { kind: "retry" };
      return policy === "pause" ? { kind: "pause", why: `a job failed (${end.message})` } : { kind: "nothing" };
    default:
      return assertNever(end);
  }
}
