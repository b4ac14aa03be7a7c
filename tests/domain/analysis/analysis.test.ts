import { describe, expect, test } from "vitest";
import { analyseExperiment } from "../../../workers/domain/analysis/analyse-experiment.ts";
import type { Analysis, AnalysisMatrix, ArmFigures } from "../../../workers/domain/analysis/analysis.ts";
import { whatItTakes } from "../../../workers/domain/analysis/design-question.ts";
import { boundsOf, numberOf, reasonOf } from "../statistics/estimates.ts";
import { sweep, sweepBase, sweepRuns } from "./reference-sweep.ts";

const quick = { resamples: 2_000 };
const figuresOf = (analysis: Analysis, arm = 0): ArmFigures => {
  const found = analysis.arms[arm];
  if (found === undefined) throw new Error(`no arm ${arm}`);
  return found.all;
};

describe("ten adapters with the reference experiment's counts", () => {
  const analysis = analyseExperiment(sweep, quick);
  const figures = figuresOf(analysis);

  test("scores 15 to 21, base 21, mean 41.06 %, spread 3.62 points, effect −3.62 points or −1.7 items", () => {
    expect(analysis.base?.score.pass).toBe(21);
    expect(figures.runs.map((run) => [run.seed, run.score.pass])).toEqual([[1, 15], [2, 20], [3, 19], [4, 20], [5, 20], [6, 21], [7, 19], [8, 19], [9, 19], [10, 21]]);
    expect(numberOf(figures.meanPoints).toFixed(2)).toBe("41.06");
    expect(numberOf(figures.spreadPoints).toFixed(2)).toBe("3.62");
    expect(numberOf(figures.effect.points).toFixed(2)).toBe("-3.62");
    expect(numberOf(figures.effect.items)).toBeCloseTo(-1.7, 9);
    expect([figures.effect.above, figures.effect.level, figures.effect.below]).toEqual([0, 2, 8]);
  });

  test("13 always pass, 21 always fail, 3 gains, 4 breaks, 6 coin flips", () => {
    expect(figures.classes.counts).toEqual({ "always-pass": 13, "always-fail": 21, "reliable-gain": 3, "reliable-break": 4, "coin-flip": 6, undecided: 0, unjudged: 0 });
    expect(figures.classes.seedSensitive).toBe(13);
    expect(figures.classes.flipsByItem.slice(13, 26)).toEqual([9, 9, 9, 10, 10, 9, 9, 6, 3, 5, 3, 5, 6]);
    expect(numberOf(figures.classes.expectedFalseUnanimous)).toBe(47 / 1024);
    expect(numberOf(figures.ambiguityPoints)).toBeCloseTo((13 / 47) * 100, 9);
  });

  test("the adjusted interval over seeds is the wider one, holds the effect and leaves zero out; with other items it does not", () => {
    const { theseItems, itemsLikeThese, points } = figures.effect;
    const [low, high] = boundsOf(theseItems.adjusted);
    const [plainLow, plainHigh] = boundsOf(theseItems.percentile);
    expect(low).toBeLessThan(plainLow);
    expect(high).toBeGreaterThan(plainHigh);
    expect(low < numberOf(points) && numberOf(points) < high).toBe(true);
    expect(high).toBeLessThan(0);
    expect(boundsOf(itemsLikeThese.adjusted)[1]).toBeGreaterThan(0);
    expect(numberOf(theseItems.standardErrorPoints)).toBeCloseTo(numberOf(figures.spreadPoints) / Math.sqrt(10), 9);
  });

  test("McNemar per run has Holm over the ten", () => {
    for (const run of figures.runs) {
      expect(numberOf(run.mcnemar.holmP)).toBeGreaterThanOrEqual(numberOf(run.mcnemar.p));
      expect(run.mcnemar.gains - run.mcnemar.losses).toBe(Math.round(numberOf(run.effectItems)));
    }
    const one = figures.runs[0];
    expect([one?.mcnemar.gains, one?.mcnemar.losses]).toEqual([1, 7]);
    expect(numberOf(one?.mcnemar.p ?? { kind: "undefined", why: "no run" })).toBeCloseTo(0.0703125, 9);
    expect(numberOf(one?.mcnemar.holmP ?? { kind: "undefined", why: "no run" })).toBeCloseTo(0.703125, 9);
  });

  test("best of ten names both seeds and its luck", () => {
    expect(figures.best.runIds).toEqual(["seed-6", "seed-10"]);
    expect(numberOf(figures.best.observedPoints)).toBeCloseTo((21 / 47) * 100, 9);
    expect(figures.best.expectedPoints).toHaveLength(10);
    expect(figures.best.expectedPoints[0]?.points).toBeCloseTo(numberOf(figures.meanPoints), 9);
  });

  test("five of the six coin flips move between answer/chat and rag/recall", () => {
    expect(figures.labels?.unstablePairs.map((pair) => [pair.a, pair.b, pair.items.length])).toEqual([[0, 1, 5], [0, 2, 1]]);
    expect(figures.labels?.unstablePairs[1]?.items).toEqual([24]);
  });

  test("label flows count every run × item once, moves before what stayed, and gains and losses as the flips do", () => {
    const flows = figures.labels?.flows ?? [];
    expect(flows.reduce((sum, flow) => sum + flow.count, 0)).toBe(470);
    expect(flows.reduce((sum, flow) => sum + flow.gains, 0)).toBe(figures.runs.reduce((sum, run) => sum + run.flips.gains, 0));
    expect(flows.reduce((sum, flow) => sum + flow.losses, 0)).toBe(figures.runs.reduce((sum, run) => sum + run.flips.losses, 0));
    const firstStay = flows.findIndex((flow) => flow.from === flow.to);
    expect(flows.slice(firstStay).every((flow) => flow.from === flow.to)).toBe(true);
    const right = (figures.labels?.confusion ?? []).filter((cell) => cell.gold === cell.predicted).reduce((sum, cell) => sum + cell.count, 0);
    expect(right).toBe(figures.runs.reduce((sum, run) => sum + run.score.pass, 0));
  });

  test("agreement is square, symmetric and 1 on the diagonal; the pair that differs most has its items", () => {
    const { predictions, correctness, similarityOrder } = figures.agreement;
    if (predictions === null) throw new Error("predictions were given");
    for (const matrix of [predictions, correctness]) {
      matrix.share.forEach((row, a) => row.forEach((share, b) => expect(share).toBe(a === b ? 1 : matrix.share[b]?.[a])));
      expect(matrix.mostDifferent?.items.length).toBe(Math.round((1 - (matrix.mostDifferent?.share ?? 1)) * 47));
    }
    expect(similarityOrder.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("the order of the runs changes nothing, the seed of the generator only the resampled bounds", () => {
    const backwards = analyseExperiment({ ...sweep, runs: [...sweepRuns].reverse() }, quick);
    expect(JSON.stringify(backwards)).toBe(JSON.stringify(analysis));
    const reseeded = figuresOf(analyseExperiment(sweep, { ...quick, seed: 2 }));
    expect(reseeded.effect.points).toEqual(figures.effect.points);
    expect(reseeded.effect.itemsLikeThese).not.toEqual(figures.effect.itemsLikeThese);
  });

  test("is plain JSON without a NaN, a hole or a function", () => {
    expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
    expect(JSON.stringify(analysis)).not.toMatch(/NaN|Infinity/);
  });

  test("what it would take: more seeds for half the effect that ten can see, and on other items more items", () => {
    const seen = numberOf(figures.design.theseItemsPoints);
    const same = whatItTakes(figures.variance, { seeds: 10, items: 47 }, seen);
    const half = whatItTakes(figures.variance, { seeds: 10, items: 47 }, seen / 2);
    expect(numberOf(same.seedsOnTheseItems)).toBe(10);
    expect(numberOf(half.seedsOnTheseItems)).toBeGreaterThan(30);
    expect(reasonOf(half.seedsOnItemsLikeThese)).toMatch(/more items are needed/);
    expect(numberOf(same.itemsWithTheseSeeds)).toBeGreaterThan(47);
    expect(reasonOf(half.itemsWithTheseSeeds)).toMatch(/more seeds are needed/);
  });
});

describe("a run that is set aside", () => {
  const runs = sweepRuns.map((run) => ({ ...run, setAside: (run.seed ?? 0) <= 2 }));
  const arm = analyseExperiment({ ...sweep, runs }, quick).arms[0];

  test("stays in one set of figures and is out of the other: spread 3.62 and 1.89", () => {
    expect(numberOf(arm?.all.spreadPoints ?? { kind: "undefined", why: "no arm" }).toFixed(2)).toBe("3.62");
    expect(arm?.withoutSetAside?.runs).toHaveLength(8);
    expect(numberOf(arm?.withoutSetAside?.spreadPoints ?? { kind: "undefined", why: "no arm" }).toFixed(2)).toBe("1.89");
  });

  test("is only computed where there is one", () => {
    expect(analyseExperiment(sweep, quick).arms[0]?.withoutSetAside).toBeNull();
  });
});

describe("what cannot be said", () => {
  const only = (runs: AnalysisMatrix["runs"], more: Partial<AnalysisMatrix> = {}): ArmFigures => figuresOf(analyseExperiment({ ...sweep, runs, ...more }, quick));

  test("one seed: no spread, no interval over seeds, but an interval over items and McNemar", () => {
    const figures = only(sweepRuns.slice(0, 1));
    expect(reasonOf(figures.spreadPoints)).toMatch(/one seed/);
    expect(reasonOf(figures.noiseFloorPoints)).toMatch(/one seed/);
    expect(reasonOf(figures.effect.theseItems.adjusted)).toMatch(/one seed/);
    expect(reasonOf(figures.effect.itemsLikeThese.bca)).toMatch(/one seed/);
    expect(boundsOf(figures.effect.theseRuns.adjusted)[0]).toBeLessThan(0);
    expect(reasonOf(figures.design.theseItemsPoints)).toMatch(/two seeds and two items/);
    expect(figures.classes.counts.undecided).toBe(figures.classes.seedSensitive);
    expect(reasonOf(figures.agreement.correctness.fleissKappa)).toMatch(/two runs/);
    expect(figures.agreement.correctness.mostDifferent).toBeNull();
  });

  test("an arm that draws nothing: no figure about other seeds, and what other items would do", () => {
    const figures = only([{ runId: "prompt", arm: "prompt", seed: null, outcomes: sweepRuns.at(-1)?.outcomes ?? "", setAside: false }], { arms: [] });
    for (const figure of [figures.spreadPoints, figures.noiseFloorPoints, figures.effect.theseItems.adjusted, figures.design.theseItemsPoints, figures.cochranQ.q]) expect(reasonOf(figure)).toMatch(/nothing in this arm is drawn/);
    expect(boundsOf(figures.effect.itemsLikeThese.adjusted)).toEqual(boundsOf(figures.effect.theseRuns.adjusted));
    // The closed form: (t(0.975, 46) + t(0.8, 46)) · s / √47 with s² = (b + c − (c − b)² / N) / (N − 1).
    const run = figures.runs[0];
    const [gains, losses] = [run?.flips.gains ?? 0, run?.flips.losses ?? 0];
    const deviation = Math.sqrt((gains + losses - (gains - losses) ** 2 / 47) / 46);
    expect(numberOf(figures.variance.itemSdPoints)).toBeCloseTo(100 * deviation, 9);
    expect(numberOf(figures.design.itemsLikeThesePoints)).toBeCloseTo(((2.0128956 + 0.84946) * 100 * deviation) / Math.sqrt(47), 2);
    const answer = whatItTakes(figures.variance, { seeds: null, items: 47 }, numberOf(figures.design.itemsLikeThesePoints));
    expect(numberOf(answer.itemsWithTheseSeeds)).toBe(47);
    expect(reasonOf(answer.seedsOnTheseItems)).toMatch(/nothing in this arm is drawn/);
  });

  test("one item: nothing about other items", () => {
    const runs = [1, 2, 3].map((seed) => ({ runId: `r${seed}`, arm: "a", seed, outcomes: seed === 1 ? "p" : "f", setAside: false }));
    const figures = figuresOf(analyseExperiment({ items: 1, base: "f", runs }, quick));
    expect(reasonOf(figures.effect.itemsLikeThese.adjusted)).toMatch(/one item/);
    expect(boundsOf(figures.effect.theseItems.adjusted)[0]).toBeLessThan(0);
    expect(reasonOf(figures.variance.item)).toMatch(/two seeds and two items/);
  });

  test.each(["p", "f"])("every outcome %s: no variation anywhere, and no interval of width zero", (letter) => {
    const runs = [1, 2, 3].map((seed) => ({ runId: `r${seed}`, arm: "a", seed, outcomes: letter.repeat(20), setAside: false }));
    const figures = figuresOf(analyseExperiment({ items: 20, base: letter.repeat(20), runs }, quick));
    expect(numberOf(figures.effect.points)).toBe(0);
    for (const scope of [figures.effect.theseItems, figures.effect.itemsLikeThese, figures.effect.theseRuns]) expect(reasonOf(scope.adjusted)).toMatch(/no variation/);
    expect(reasonOf(figures.noiseFloorPoints)).toMatch(/same score/);
    expect(reasonOf(figures.agreement.correctness.krippendorffAlpha)).toMatch(/no variation/);
    expect(reasonOf(figures.cochranQ.q)).toMatch(/no variation/);
    expect(reasonOf(figures.design.theseItemsPoints)).toMatch(/no variation/);
    const run = figures.runs[0];
    expect(run === undefined ? "" : reasonOf(letter === "p" ? run.flips.errorCompatibility : run.flips.trustCompatibility)).toMatch(/no item/);
  });

  test("no base: scores and agreement, no effect", () => {
    const figures = only(sweepRuns, { base: null });
    expect(numberOf(figures.meanPoints).toFixed(2)).toBe("41.06");
    for (const figure of [figures.effect.points, figures.effect.theseItems.adjusted, figures.ambiguityPoints, figures.design.theseItemsPoints]) expect(reasonOf(figure)).toMatch(/base was not scored/);
    expect(figures.classes.withBase).toBe(false);
    expect(figures.classes.counts["reliable-gain"]).toBe(0);
    expect(figures.labels?.flows).toEqual([]);
  });

  test("a base or run without a single outcome is no base and no run", () => {
    const missing = ".".repeat(47);
    expect(analyseExperiment({ ...sweep, base: missing }, quick).base).toBeNull();
    const figures = only([...sweepRuns, { runId: "died", arm: "lora", seed: 11, outcomes: missing, setAside: false }]);
    expect(figures.runs).toHaveLength(10);
    expect(figures.unscoredRunIds).toEqual(["died"]);
    const asFail = figuresOf(analyseExperiment({ ...sweep, runs: [...sweepRuns, { runId: "died", arm: "lora", seed: 11, outcomes: missing, setAside: false }] }, { ...quick, counting: "as-fail" }));
    expect(numberOf(asFail.meanPoints).toFixed(2)).toBe("41.06");
  });

  test("no items, no runs, no arms", () => {
    const empty = analyseExperiment({ items: 0, base: "", runs: [{ runId: "r", arm: "a", seed: 1, outcomes: "", setAside: false }] }, quick);
    expect(reasonOf(empty.itemPoints)).toMatch(/no items/);
    expect(empty.base).toBeNull();
    expect(reasonOf(figuresOf(empty).meanPoints)).toMatch(/no run/);
    const nothing = analyseExperiment({ items: 47, base: sweepBase, runs: [], arms: [{ name: "lora", planned: 3 }] }, quick);
    expect(nothing.arms[0]).toMatchObject({ planned: 3, finished: 0 });
    expect(analyseExperiment({ items: 47, base: sweepBase, runs: [] }, quick).arms).toEqual([]);
  });

  test("an item that only errors has no class and is left out of the variance parts", () => {
    const spoiled = (outcomes: string): string => `e${outcomes.slice(1)}`;
    const figures = only(sweepRuns.map((run) => ({ ...run, outcomes: spoiled(run.outcomes) })));
    expect(figures.excludedCells).toBe(10);
    expect(figures.classes.byItem[0]).toBe("unjudged");
    expect(figures.variance.excludedItems).toBe(1);
    expect(figures.runs[0]).toMatchObject({ counted: 46, excluded: 1 });
    const asFail = figuresOf(analyseExperiment({ ...sweep, runs: sweepRuns.map((run) => ({ ...run, outcomes: spoiled(run.outcomes) })) }, { ...quick, counting: "as-fail" }));
    expect(asFail.excludedCells).toBe(0);
    expect(asFail.classes.byItem[0]).toBe("reliable-break");
  });

  test("ten wrong answers that differ are churn, although no outcome flips", () => {
    const run = { runId: "r", arm: "lora", seed: 1, outcomes: sweepBase, predictions: (sweep.basePredictions ?? []).map((label, item) => (item >= 37 ? 2 : label)), setAside: false };
    const figures = only([run]);
    expect(numberOf(figures.runs[0]?.flips.churn ?? { kind: "undefined", why: "no run" })).toBeCloseTo((10 / 47) * 100, 9);
    expect(numberOf(figures.runs[0]?.flips.correctnessChurn ?? { kind: "undefined", why: "no run" })).toBe(0);
  });

  test("more than eight arms are not compared pair by pair, and it says so", () => {
    const runs = Array.from({ length: 9 }, (_, arm) => ({ runId: `r${arm}`, arm: `arm ${arm}`, seed: 1, outcomes: sweepBase, setAside: false }));
    const many = analyseExperiment({ items: 47, base: sweepBase, runs }, quick);
    expect(many.comparisons).toEqual([]);
    expect(many.comparisonsOmitted).toMatch(/36 pairs/);
  });
});
