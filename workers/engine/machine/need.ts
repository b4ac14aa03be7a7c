import { listMemoryExperience, type MemoryExperience } from "../../database/attempts.ts";
import { getExperiment, listArms } from "../../database/experiments.ts";
import type { Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import type { Gate } from "../../domain/experiment/experiment.ts";

/** What a job waits for at the gate, and how that is known: the experiment's file says it, or an earlier run of the same arm took it. */
export type Need = Gate & { readonly from: "file" | "earlier-run" };

/** On top of what an earlier run took: other programs and allocators are never quite the same. */
export const marginMib = 512;
const usualSeconds = 5;
const looked = 5;

/** A job's need of free memory on a GPU; null where the file gives none and nothing like it has run on a GPU yet. */
export function needOf(db: LabDatabase, job: Pick<Job, "experimentId" | "arm" | "kind">): Need | null {
  // A writer runs on the processor or elsewhere; the file's gate is about trainings and scorings.
  if (job.kind === "compile") return null;
  const given = getExperiment(db, job.experimentId)?.plan.gate ?? null;
  if (given !== null) return { ...given, from: "file" };
  const recipeHash = listArms(db, job.experimentId).find(({ name }) => name === job.arm)?.recipeHash;
  if (recipeHash === undefined) return null;
  const freeMib = learnedMib(listMemoryExperience(db, { recipeHash, kind: job.kind }, looked));
  return freeMib === null ? null : { freeMib, forSeconds: usualSeconds, from: "earlier-run" };
}

/**
 * The most that any of the earlier runs took, with a margin. No more than was free when that run started, for with so much
 * it was done: a job that fills the card would else wait for more than the card can ever have free.
 */
export function learnedMib(experience: readonly MemoryExperience[]): number | null {
  const needs = experience.flatMap(({ baselineMib, freeMib, peakMib, peakCudaMib }) => {
    const seen = peakMib === null || baselineMib === null ? null : peakMib - baselineMib;
    const took = Math.max(seen ?? 0, peakCudaMib ?? 0);
    return took <= 0 ? [] : [Math.min(took + marginMib, freeMib ?? Infinity)];
  });
  return needs.length === 0 ? null : Math.round(Math.max(...needs));
}
