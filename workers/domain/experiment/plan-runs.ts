import type { Arm, ExperimentPlan } from "./experiment.ts";

/** The processes of a run, in order. */
export type JobKind = "train" | "score";

/** One run of a plan; `seed` null where nothing is random: greedy decoding of a base or a fixed prompt. */
export type PlannedRun = { readonly arm: Arm; readonly seed: number | null; readonly jobs: readonly JobKind[] };

/** The runs of a plan in the order they are queued: the seedless arms, then seed by seed over the trained arms. */
export function planRuns(plan: Pick<ExperimentPlan, "arms" | "seeds">): readonly PlannedRun[] {
  const fixed = plan.arms.filter((arm) => arm.trainable === null);
  const trained = plan.arms.filter((arm) => arm.trainable !== null);
  return [
    ...fixed.map((arm): PlannedRun => ({ arm, seed: null, jobs: ["score"] })),
    ...plan.seeds.flatMap((seed) => trained.map((arm): PlannedRun => ({ arm, seed, jobs: ["train", "score"] }))),
  ];
}
