import { cellsOf, differencesFrom } from "../statistics/cells.ts";
import { cochranQ } from "../statistics/cochran-q.ts";
import { nothingDrawn } from "../statistics/detectable-effect.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { notDefined, value } from "../statistics/estimate.ts";
import { expectedBest } from "../statistics/expected-best.ts";
import { multiplicityOf } from "../statistics/multiplicity.ts";
import type { Passes } from "../statistics/pass-k.ts";
import { passAll, passAny } from "../statistics/pass-k.ts";
import { spearman } from "../statistics/spearman.ts";
import { meanScore, noiseFloor, spreadOf } from "../statistics/spread.ts";
import { agreementFigures } from "./agreement-figures.ts";
import type { AnalysisMatrix, AnalysisRun, AnalysisSettings, ArmFigures, BestFigures, ClassFigures, DesignFigures, EffectFigures, LossScoreFigures, RunFigures } from "./analysis.ts";
import { classFigures } from "./class-figures.ts";
import { effectFigures } from "./effect-figures.ts";
import { labelFigures } from "./label-figures.ts";
import { asPoints } from "./points.ts";
import { runFigures } from "./run-figures.ts";
import { isScored } from "./score-figures.ts";
import { designFigures, seedlessVariance, varianceFigures } from "./variance-figures.ts";

/** Every figure of one arm over the runs given; `matrix.base` is null where the base holds no outcome. */
export function armFigures(matrix: AnalysisMatrix, given: readonly AnalysisRun[], settings: AnalysisSettings): ArmFigures {
  const scored = given.filter((run) => isScored(run.outcomes, matrix.items));
  const runs = runFigures(matrix, scored, settings);
  const cells = cellsOf(scored.map((run) => run.outcomes), matrix.items, settings.counting);
  const base = matrix.base === null ? null : cellsOf([matrix.base], matrix.items, settings.counting);
  const differences = base === null ? null : differencesFrom(base, cells);
  const classes = classFigures(cells, base, settings.reliableShare);
  const multiplicity = differences === null ? null : multiplicityOf(differences);
  const seedless = scored.length === 1 && scored[0]?.seed === null;
  const variance = seedless ? seedlessVariance(differences ?? cells) : varianceFigures(differences ?? cells);
  const effect = effectFigures(differences === null ? null : [{ cells: differences, sign: 1 }], runs, { items: matrix.items, settings });
  const scores = runs.flatMap((run) => (run.scorePoints.kind === "value" ? [run.scorePoints.value] : []));
  return {
    runs,
    unscoredRunIds: given.filter((run) => !scored.includes(run)).map((run) => run.runId),
    excludedCells: cells.excluded,
    meanPoints: meanScore(scores),
    spreadPoints: seedless ? noSeed : spreadOf(scores),
    noiseFloorPoints: seedless ? noSeed : noiseFloor(scores),
    effect: seedless ? seedlessEffect(effect) : effect,
    best: bestFigures(runs, scores),
    passK: passFigures(classes),
    classes,
    ambiguityPoints: multiplicity === null ? noBase : asPoints(multiplicity.ambiguity),
    discrepancyPoints: multiplicity === null ? noBase : asPoints(multiplicity.discrepancy),
    agreement: agreementFigures(scored, cells),
    variance,
    design: differences === null ? noDesign : designFigures(variance, seedless ? null : scored.length, matrix.items),
    cochranQ: seedless ? { ...cochranQ(cells), q: noSeed, p: noSeed } : cochranQ(cells),
    lossScore: lossScoreFigures(runs),
    labels: labelFigures(matrix, scored, classes),
  };
}

const noBase = notDefined("the base was not scored on this path");
const noSeed = notDefined(nothingDrawn);
const noDesign: DesignFigures = { theseItemsPoints: noBase, itemsLikeThesePoints: noBase, theseItems: noBase, itemsLikeThese: noBase };

/** Where nothing is drawn, only the items could have been others. */
function seedlessEffect(effect: EffectFigures): EffectFigures {
  if (effect.points.kind === "undefined") return effect;
  return { ...effect, theseItems: { adjusted: noSeed, percentile: noSeed, bca: noSeed, standardErrorPoints: noSeed }, itemsLikeThese: effect.theseRuns };
}

function bestFigures(runs: readonly RunFigures[], scores: readonly number[]): BestFigures {
  if (scores.length === 0) return { runIds: [], observedPoints: notDefined("no run has a score"), expectedPoints: [] };
  const observed = Math.max(...scores);
  const isBest = (score: Estimate): boolean => score.kind === "value" && score.value === observed;
  const expectedPoints = scores.flatMap((_, index) => {
    const expected = expectedBest(scores, index + 1);
    return expected.kind === "value" ? [{ n: index + 1, points: expected.value }] : [];
  });
  return { runIds: runs.filter((run) => isBest(run.scorePoints)).map((run) => run.runId), observedPoints: value(observed), expectedPoints };
}

function passFigures(classes: ClassFigures): ArmFigures["passK"] {
  const items: Passes[] = classes.answeredByItem.map((answered, item) => ({ answered, passed: classes.passesByItem[item] ?? 0 }));
  return Array.from({ length: classes.seeds }, (_, index) => ({
    k: index + 1,
    allPoints: asPoints(passAll(items, index + 1)),
    anyPoints: asPoints(passAny(items, index + 1)),
  }));
}

function lossScoreFigures(runs: readonly RunFigures[]): LossScoreFigures {
  const pairs = runs.flatMap((run): [number, number][] => {
    return run.finalLoss === null || run.scorePoints.kind === "undefined" ? [] : [[run.finalLoss, run.scorePoints.value]];
  });
  return { runs: pairs.length, ...spearman(pairs) };
}
