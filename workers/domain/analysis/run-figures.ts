import { outcomeAt } from "../outcome.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { mapEstimate, notDefined, value } from "../statistics/estimate.ts";
import type { FlipCounts } from "../statistics/flips.ts";
import {
  accuracyChange,
  correctnessChurn,
  countFlips,
  errorCompatibility,
  negativeFlipRate,
  positiveFlipRate,
  predictionChurn,
  trustCompatibility,
} from "../statistics/flips.ts";
import { holmAdjusted } from "../statistics/holm.ts";
import { exactMcNemar } from "../statistics/mcnemar.ts";
import type { AnalysisMatrix, AnalysisRun, AnalysisSettings, FlipFigures, McNemarFigures, RunFigures } from "./analysis.ts";
import { asPoints } from "./points.ts";
import { scoreFigures } from "./score-figures.ts";

const noBase = notDefined("the base was not scored on this path");

/** Every run's own figures and against the base, in the order given; Holm runs over all of them. */
export function runFigures(matrix: AnalysisMatrix, runs: readonly AnalysisRun[], settings: AnalysisSettings): RunFigures[] {
  const flips = runs.map((run) => {
    if (matrix.base === null) return null;
    return countFlips(matrix.base, run.outcomes, { items: matrix.items, counting: settings.counting });
  });
  const tests = mcnemarWithHolm(flips);
  return runs.map((run, index) => {
    const counts = flips[index] ?? null;
    const change = counts === null ? noBase : accuracyChange(counts);
    return {
      runId: run.runId,
      seed: run.seed,
      setAside: run.setAside,
      finalLoss: run.finalLoss ?? null,
      ...scoreFigures(run.outcomes, matrix.items, settings),
      effectPoints: asPoints(change),
      effectItems: mapEstimate(change, (share) => share * matrix.items),
      flips: flipFigures(counts, matrix, run),
      mcnemar: tests[index] ?? noTest,
    };
  });
}

const noTest: McNemarFigures = { gains: 0, losses: 0, p: noBase, midP: noBase, holmP: noBase };

/** Exact McNemar of each comparison that has items, with Holm over those; null = no base. */
export function mcnemarWithHolm(flips: readonly (FlipCounts | null)[]): McNemarFigures[] {
  const tests = flips.map((counts) => (counts === null || counts.compared === 0 ? null : exactMcNemar(counts.gains, counts.losses)));
  const adjusted = holmAdjusted(tests.flatMap((test) => (test === null ? [] : [test.p])));
  let rank = 0;
  return tests.map((test, index) => {
    const counts = flips[index] ?? null;
    if (counts === null) return noTest;
    if (test === null) {
      const why = notDefined("no item was answered by both");
      return { gains: 0, losses: 0, p: why, midP: why, holmP: why };
    }
    const holm = adjusted[rank++] ?? 1;
    return { gains: counts.gains, losses: counts.losses, p: value(test.p), midP: value(test.midP), holmP: value(holm) };
  });
}

function flipFigures(counts: FlipCounts | null, matrix: AnalysisMatrix, run: AnalysisRun): FlipFigures {
  const rate = (of: (flips: FlipCounts) => Estimate): Estimate => (counts === null ? noBase : asPoints(of(counts)));
  return {
    compared: counts?.compared ?? 0,
    excluded: counts?.excluded ?? 0,
    gains: counts?.gains ?? 0,
    losses: counts?.losses ?? 0,
    positiveRate: rate(positiveFlipRate),
    negativeRate: rate(negativeFlipRate),
    correctnessChurn: rate(correctnessChurn),
    churn: churnOf(matrix, run),
    trustCompatibility: rate(trustCompatibility),
    errorCompatibility: rate(errorCompatibility),
  };
}

function churnOf(matrix: AnalysisMatrix, run: AnalysisRun): Estimate {
  const base = matrix.base;
  if (base === null) return noBase;
  if (run.predictions === undefined || matrix.basePredictions === undefined) return notDefined("no predictions were given for this run and the base");
  const answered = (outcomes: string, item: number): boolean => ["pass", "fail"].includes(outcomeAt(outcomes, item));
  return asPoints(predictionChurn(matrix.basePredictions, run.predictions, (item) => answered(base, item) && answered(run.outcomes, item)));
}
