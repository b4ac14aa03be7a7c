import type { LossView } from "../../../workers/contract/views.ts";
import type { FigureSource, Provenance } from "../source.ts";
import { provenanceOf } from "../source.ts";

/** One run's losses in step order, and its worst rise after the minimum. */
export type LossCurve = {
  readonly seed: number | null;
  readonly steps: readonly number[];
  readonly losses: readonly number[];
  readonly finalLoss: number | null;
  readonly rebound: Rebound | null;
};

/** A rise above the smallest loss so far, beyond the stated factor. */
export type Rebound = { readonly step: number; readonly loss: number; readonly minimum: number; readonly minimumStep: number };

/** What the loss figure draws: one panel per arm that trained. */
export type LossData = { readonly provenance: Provenance; readonly factor: number; readonly panels: readonly { readonly arm: string; readonly curves: readonly LossCurve[] }[]; readonly left: number };

/** A loss at least this many times the smallest one before it is called a rebound. */
export const reboundFactor = 3;

const mostPanels = 4;

/** Curves by arm, or why there are none. */
export function lossData(source: FigureSource): LossData | string {
  const panels = curvesByArm(source.losses, reboundFactor);
  if (panels.length === 0) return "No run of this experiment has trained yet, so there is no loss.";
  return { provenance: provenanceOf(source, { intervals: false, paths: "all" }), factor: reboundFactor, panels: panels.slice(0, mostPanels), left: Math.max(0, panels.length - mostPanels) };
}

/** The curves of every arm that trained, seeds ascending. */
export function curvesByArm(losses: LossView, factor: number): readonly { readonly arm: string; readonly curves: readonly LossCurve[] }[] {
  const arms = [...new Set(losses.runs.filter((run) => run.losses.length > 0).map((run) => run.arm))];
  return arms.map((arm) => ({
    arm,
    curves: losses.runs
      .filter((run) => run.arm === arm && run.losses.length > 0)
      .sort((a, b) => (a.seed ?? -1) - (b.seed ?? -1))
      .map((run) => ({ seed: run.seed, steps: run.steps, losses: run.losses, finalLoss: run.finalLoss, rebound: reboundOf(run.steps, run.losses, factor) })),
  }));
}

/** The largest rise over the smallest loss so far, where it is at least `factor` times that; null where there is none. */
export function reboundOf(steps: readonly number[], losses: readonly number[], factor: number): Rebound | null {
  let lowest = 0;
  let worst: Rebound | null = null;
  losses.forEach((loss, at) => {
    const minimum = losses[lowest] ?? loss;
    if (loss < minimum) lowest = at;
    if (minimum <= 0 || loss < minimum * factor) return;
    if (worst === null || loss / minimum > worst.loss / worst.minimum) {
      worst = { step: steps[at] ?? at, loss, minimum, minimumStep: steps[lowest] ?? lowest };
    }
  });
  return worst;
}
