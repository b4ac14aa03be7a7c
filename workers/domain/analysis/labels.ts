/** Where predictions move from the base, and how they compare with gold. */
export type LabelFigures = {
  readonly labels: readonly string[];
  /** Base label → run label over all runs together, moves first by count; the diagonal is `from === to`. Empty without base predictions. */
  readonly flows: readonly LabelFlow[];
  /** The same for each run. */
  readonly flowsByRun: readonly (readonly LabelFlow[])[];
  /** Gold × predicted over all runs, and for each run; null without gold labels. */
  readonly confusion: readonly ConfusionCell[] | null;
  readonly confusionByRun: readonly (readonly ConfusionCell[])[] | null;
  /** Label pairs between which the coin flips move, most items first. */
  readonly unstablePairs: readonly UnstablePair[];
};

/** A move from the base's label to a run's; label −1 is "no readable answer". `count` counts run × item, `items` lists each item once. */
export type LabelFlow = { readonly from: number; readonly to: number; readonly count: number; readonly gains: number; readonly losses: number; readonly items: readonly number[] };

/** One cell of gold × predicted. */
export type ConfusionCell = { readonly gold: number; readonly predicted: number; readonly count: number; readonly items: readonly number[] };

/** Two labels (smaller index first) that are the two most frequent answers on these coin-flip items. */
export type UnstablePair = { readonly a: number; readonly b: number; readonly items: readonly number[] };
