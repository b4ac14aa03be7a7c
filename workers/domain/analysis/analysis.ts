import type { Counting, OutcomeString, Score } from "../outcome.ts";
import type { Estimate, Interval } from "../statistics/estimate.ts";
import type { ItemClass } from "../statistics/item-class.ts";
import type { LabelFigures } from "./labels.ts";

/** One scored run as it enters an analysis: a column of the flip matrix. */
export type AnalysisRun = {
  readonly runId: string;
  readonly arm: string;
  /** Null where the arm draws nothing: its one run has no seed. */
  readonly seed: number | null;
  readonly outcomes: OutcomeString;
  /** Index into {@link AnalysisMatrix.labels} of what the run said on each item; -1 = no readable answer. */
  readonly predictions?: readonly number[];
  /** Set aside by the user with a written reason: stays visible, and figures are given with and without it. */
  readonly setAside: boolean;
  /** Last training loss, nats per answer token. */
  readonly finalLoss?: number;
};

/** What an arm was meant to be; lets the sentences say "ten adapters" and "8 of 10 seeds". */
export type AnalysisArm = {
  readonly name: string;
  /** How many seeds were planned; default: the runs that are there. */
  readonly planned?: number;
  /** What one seed of this arm makes, singular and plural: `["adapter", "adapters"]`; default `["seed", "seeds"]`. */
  readonly noun?: readonly [one: string, many: string];
};

/** Everything an analysis reads: one task split, one path (results are compared inside a path only), the base and the runs on it. */
export type AnalysisMatrix = {
  /** The path all of it was scored through; default: not said. */
  readonly path?: string | null;
  /** Arms of the same experiment on other paths, which cannot be compared with these. */
  readonly elsewhere?: readonly ArmElsewhere[];
  readonly items: number;
  /** The base's outcomes through the same path; null where it was never scored there. */
  readonly base: OutcomeString | null;
  readonly runs: readonly AnalysisRun[];
  /** Arms in display order; default: order of first appearance in `runs`. The base is not an arm here. */
  readonly arms?: readonly AnalysisArm[];
  /** Names of the predictions; needed for label flows and confusion. */
  readonly labels?: readonly string[];
  /** Label index of the base's prediction on each item; -1 = no readable answer. */
  readonly basePredictions?: readonly number[];
  /** Label index of the gold answer of each item. */
  readonly gold?: readonly number[];
};

/** An arm that was scored through another path than the one analysed. */
export type ArmElsewhere = { readonly arm: string; readonly path: string };

/** Settings of an analysis; every default is echoed in {@link Analysis.settings}. */
export type AnalysisOptions = {
  /** Default `exclude`. */
  readonly counting?: Counting;
  /** Share of seeds that makes a gain or break reliable; default 0.8. */
  readonly reliableShare?: number;
  /** Bootstrap resamples; default 10,000. */
  readonly resamples?: number;
  /** Seed of the bootstrap's generator; default 1. */
  readonly seed?: number;
};

/** The settings an analysis was made with. */
export type AnalysisSettings = Required<AnalysisOptions> & { /** Confidence level of every interval. */ readonly level: 0.95 };

/** The whole analysis of one experiment on one path: plain JSON, points are percentage points, items are counts of test items. */
export type Analysis = {
  readonly settings: AnalysisSettings;
  /** The path it covers; null where that is not said. */
  readonly path: string | null;
  /** Arms it leaves out, because results are compared inside one path only. */
  readonly elsewhere: readonly ArmElsewhere[];
  /** Number of items N. */
  readonly items: number;
  /** What one item is worth, in points (100 / N); undefined with no items. */
  readonly itemPoints: Estimate;
  /** The base's own score; null where it was never scored on this path. */
  readonly base: ScoreFigures | null;
  readonly arms: readonly ArmAnalysis[];
  /** Every pair of arms, in order (0-1, 0-2, 0-3 ...), `b` minus `a`; Holm runs over the tests among them. */
  readonly comparisons: readonly Comparison[];
  /** Why `comparisons` is empty although there are arms to compare (too many pairs: ask for the ones you want with `compare`). */
  readonly comparisonsOmitted: string | null;
  /** The same without the set-aside runs; null when none is set aside. */
  readonly comparisonsWithoutSetAside: readonly Comparison[] | null;
};

/** A score with its own intervals. */
export type ScoreFigures = {
  readonly score: Score;
  /** Items in the denominator under the counting in force. */
  readonly counted: number;
  /** Items left out of the denominator (errors and missing under `exclude`, else 0). */
  readonly excluded: number;
  readonly scorePoints: Estimate;
  /** Wilson (the default) and Clopper–Pearson, in points. */
  readonly wilson: Interval;
  readonly clopperPearson: Interval;
};

/** One arm with all its runs, and once more without the set-aside ones where there are any. */
export type ArmAnalysis = {
  readonly name: string;
  readonly noun: readonly [one: string, many: string];
  /** Seeds planned, and runs that have at least one answer (or error) to count. */
  readonly planned: number;
  readonly finished: number;
  /** With every run, set aside or not. */
  readonly all: ArmFigures;
  /** Without the set-aside runs; null when none is set aside. */
  readonly withoutSetAside: ArmFigures | null;
};

/** The figures of one arm over one choice of runs. */
export type ArmFigures = {
  /** The runs these figures rest on, in input order; all per-run arrays below follow this order. */
  readonly runs: readonly RunFigures[];
  /** Runs left out because they hold no outcome at all. */
  readonly unscoredRunIds: readonly string[];
  /** Outcomes left out over all runs (cells, not items); 0 under `as-fail`. */
  readonly excludedCells: number;
  readonly meanPoints: Estimate;
  /** Sample standard deviation (n − 1) of the runs' scores, in points. */
  readonly spreadPoints: Estimate;
  /** t(0.975, K − 1) · s / √K in points: means closer than this to their reference cannot be told from it. */
  readonly noiseFloorPoints: Estimate;
  readonly effect: EffectFigures;
  readonly best: BestFigures;
  /** "all k" (pass^k) and "any of k" (pass@k) for k = 1 … K, in points. */
  readonly passK: readonly { readonly k: number; readonly allPoints: Estimate; readonly anyPoints: Estimate }[];
  readonly classes: ClassFigures;
  /** Share of items (in points) that any seed flips against the base, and the largest share one seed flips. */
  readonly ambiguityPoints: Estimate;
  readonly discrepancyPoints: Estimate;
  readonly agreement: AgreementFigures;
  /** Seed, item and residual parts of the paired difference (of the outcome, without a base). */
  readonly variance: VarianceFigures;
  readonly design: DesignFigures;
  /** Do the seeds' scores differ at all: Cochran's Q over the runs (items with every run's outcome). */
  readonly cochranQ: CochranFigures;
  /** Final training loss against score. */
  readonly lossScore: LossScoreFigures;
  /** Where predictions move; null without labels or predictions. */
  readonly labels: LabelFigures | null;
};

/** One run's own figures, and against the base. */
export type RunFigures = ScoreFigures & {
  readonly runId: string;
  readonly seed: number | null;
  readonly setAside: boolean;
  readonly finalLoss: number | null;
  /** Score minus base over the items both answered. */
  readonly effectPoints: Estimate;
  readonly effectItems: Estimate;
  readonly flips: FlipFigures;
  readonly mcnemar: McNemarFigures;
};

/** Flips of one run against the base over the items both answered; rates in points. */
export type FlipFigures = {
  /** Items compared and left out. */
  readonly compared: number;
  readonly excluded: number;
  readonly gains: number;
  readonly losses: number;
  /** PFR, NFR and PFR + NFR. */
  readonly positiveRate: Estimate;
  readonly negativeRate: Estimate;
  readonly correctnessChurn: Estimate;
  /** Share of items whose prediction differs (wrong to differently wrong counts). */
  readonly churn: Estimate;
  /** Backward trust and error compatibility, in points. */
  readonly trustCompatibility: Estimate;
  readonly errorCompatibility: Estimate;
};

/** Exact McNemar of one run against the base; `holmP` is adjusted over the runs of the arm. Probabilities, not points. */
export type McNemarFigures = {
  readonly gains: number;
  readonly losses: number;
  readonly p: Estimate;
  readonly midP: Estimate;
  readonly holmP: Estimate;
};

/** The primary effect: the mean over seeds of the per-item paired difference against the base. */
export type EffectFigures = {
  readonly points: Estimate;
  readonly items: Estimate;
  /** How many runs score above, level with and below the base. */
  readonly above: number;
  readonly level: number;
  readonly below: number;
  /** Other seeds, these items. */
  readonly theseItems: EffectInterval;
  /** Other seeds and other items like these. */
  readonly itemsLikeThese: EffectInterval;
  /** These very runs, other items like these: all that one seed can give. */
  readonly theseRuns: EffectInterval;
};

/** One interval of an effect in points, three ways from the same resamples; quote `adjusted` (its coverage is measured), show the others beside it. */
export type EffectInterval = {
  /** Percentile interval widened for the small number of seeds: t instead of z, unbiased variance instead of the bootstrap's. */
  readonly adjusted: Interval;
  readonly percentile: Interval;
  readonly bca: Interval;
  readonly standardErrorPoints: Estimate;
};

/** The best run and what the luck of picking it is worth. */
export type BestFigures = {
  readonly runIds: readonly string[];
  readonly observedPoints: Estimate;
  /** Expected maximum of n draws from the observed scores, n = 1 … K (Dodge et al. 2019). */
  readonly expectedPoints: readonly { readonly n: number; readonly points: number }[];
};

export type { ItemClass } from "../statistics/item-class.ts";
export type { ConfusionCell, LabelFigures, LabelFlow, UnstablePair } from "./labels.ts";

/** Classes of all items. */
export type ClassFigures = {
  /** One class per item, in item order. */
  readonly byItem: readonly ItemClass[];
  readonly counts: Readonly<Record<ItemClass, number>>;
  /** Reliable gains, reliable breaks, coin flips and undecided items together. */
  readonly seedSensitive: number;
  /** Runs whose outcome differs from the base's, per item (0 without a base). */
  readonly flipsByItem: readonly number[];
  /** Runs that pass, and runs that answered, per item. */
  readonly passesByItem: readonly number[];
  readonly answeredByItem: readonly number[];
  readonly seeds: number;
  readonly reliableShare: number;
  /** Whether the base took part. */
  readonly withBase: boolean;
  /** N · 2^−K: items that would look unanimous on one side if every item were a fair coin. */
  readonly expectedFalseUnanimous: Estimate;
};

/** How far the runs agree with each other; matrices are square, run by run in `ArmFigures.runs` order, null = no item both answered. */
export type AgreementFigures = {
  /** Share (0 to 1) of items on which both runs say the same; null without predictions. */
  readonly predictions: AgreementMatrix | null;
  readonly correctness: AgreementMatrix;
  /** Run indices, most similar side by side (by predictions where known, else by correctness). */
  readonly similarityOrder: readonly number[];
};

/** One agreement matrix with its chance-corrected summaries. */
export type AgreementMatrix = {
  readonly share: readonly (readonly (number | null)[])[];
  /** Over the items that every run answered. */
  readonly fleissKappa: Estimate;
  readonly fleissItems: number;
  /** Nominal, over every answer there is. */
  readonly krippendorffAlpha: Estimate;
  readonly meanShare: Estimate;
  /** The two runs that agree least, with the items on which they differ; null with fewer than two runs. */
  readonly mostDifferent: { readonly a: number; readonly b: number; readonly share: number; readonly items: readonly number[] } | null;
};

/** Two-way variance parts, in items-as-0/1 units squared, and as standard deviations in points; negative parts are 0 and named. */
export type VarianceFigures = {
  readonly seed: Estimate;
  readonly item: Estimate;
  readonly residual: Estimate;
  readonly seedSdPoints: Estimate;
  readonly itemSdPoints: Estimate;
  readonly residualSdPoints: Estimate;
  /** Which parts came out negative and are shown as 0. */
  readonly negative: readonly ("seed" | "item")[];
  /** Items left out because some run has no outcome there. */
  readonly excludedItems: number;
};

/** What this design could have seen: smallest effect found in 80 % of repeats at α = 0.05, in points and items. */
export type DesignFigures = {
  readonly theseItemsPoints: Estimate;
  readonly itemsLikeThesePoints: Estimate;
  readonly theseItems: Estimate;
  readonly itemsLikeThese: Estimate;
};

/** Cochran's Q over runs. */
export type CochranFigures = { readonly q: Estimate; readonly degreesOfFreedom: number; readonly p: Estimate; readonly excludedItems: number };

/** Spearman's ρ of final loss and score. */
export type LossScoreFigures = { readonly runs: number; readonly rho: Estimate; readonly interval: Interval };

/** Two sets of columns on the same items: `b` minus `a`. */
export type Comparison = {
  /** Number of items N. */
  readonly items: number;
  readonly a: string;
  readonly b: string;
  readonly runsA: number;
  readonly runsB: number;
  /** Seeds paired too (the same seeds, each once, on both sides), or only items. */
  readonly pairing: "items" | "items-and-seeds";
  readonly differencePoints: Estimate;
  readonly differenceItems: Estimate;
  readonly theseItems: EffectInterval;
  readonly itemsLikeThese: EffectInterval;
  readonly theseRuns: EffectInterval;
  /** t(0.975, df) · standard error of the difference of the two means, in points. */
  readonly noiseFloorPoints: Estimate;
  /** Only between two single runs; otherwise undefined with the reason. */
  readonly mcnemar: McNemarFigures;
  /** Items on which the pass share rises or falls, whether or not reliably. */
  readonly gains: readonly number[];
  readonly losses: readonly number[];
  /** Fails reliably in `a` and passes reliably in `b`; the reverse; not reliable on at least one side. */
  readonly fixed: readonly number[];
  readonly broke: readonly number[];
  readonly unstable: readonly number[];
  /** Items without an outcome on one side. */
  readonly unjudged: readonly number[];
  readonly excludedCells: number;
};
