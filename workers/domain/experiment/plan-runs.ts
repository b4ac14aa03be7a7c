import type { Arm, ExperimentPlan } from "./experiment.ts";
import { drawsBySeed } from "./experiment.ts";

/** The processes of a run, in order. */
export type JobKind = "compile" | "train" | "score";

/** One run of a plan; `seed` null where nothing is random: greedy decoding of a base or a fixed prompt. */
export type PlannedRun = { readonly arm: Arm; readonly seed: number | null; readonly jobs: readonly JobKind[] };

/** The runs of a plan in the order they are queued: the seedless arms, then seed by seed over the arms that draw. */
export function planRuns(plan: Pick<ExperimentPlan, "arms" | "seeds">): readonly PlannedRun[] {
  const drawing = plan.arms.filter(drawsBySeed);
  const seeds = [...new Set([...plan.seeds, ...drawing.flatMap((arm) => arm.seeds ?? [])])];
  return [
    ...plan.arms.filter((arm) => !drawsBySeed(arm)).map((arm): PlannedRun => ({ arm, seed: null, jobs: jobsOf(arm) })),
    ...seeds.flatMap((seed) => drawing.filter((arm) => (arm.seeds ?? plan.seeds).includes(seed)).map((arm): PlannedRun => ({ arm, seed, jobs: jobsOf(arm) }))),
  ];
}

function jobsOf({ prompt, trainable }: Arm): readonly JobKind[] {
  return [...(prompt?.skill?.kind === "compile" ? (["compile"] as const) : []), ...(trainable === null ? [] : (["train"] as const)), "score"];
}
