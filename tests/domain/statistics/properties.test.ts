import { expect, test } from "vitest";
import { cellsOf, differencesFrom } from "../../../workers/domain/statistics/cells.ts";
import { chanceCorrected } from "../../../workers/domain/statistics/agreement.ts";
import { cochranQ } from "../../../workers/domain/statistics/cochran-q.ts";
import { effectOf } from "../../../workers/domain/statistics/effect-interval.ts";
import type { Estimate } from "../../../workers/domain/statistics/estimate.ts";
import {
  accuracyChange,
  correctnessChurn,
  countFlips,
  errorCompatibility,
  negativeFlipRate,
  positiveFlipRate,
  trustCompatibility,
} from "../../../workers/domain/statistics/flips.ts";
import { classOf, talliesOf } from "../../../workers/domain/statistics/item-class.ts";
import { chiSquareMcNemar } from "../../../workers/domain/statistics/mcnemar.ts";
import { multiplicityOf } from "../../../workers/domain/statistics/multiplicity.ts";
import { clopperPearsonInterval, wilsonInterval } from "../../../workers/domain/statistics/proportion-interval.ts";
import type { RandomSource } from "../../../workers/domain/statistics/random.ts";
import { indexBelow, randomFrom, unitFrom } from "../../../workers/domain/statistics/random.ts";
import { spreadOf } from "../../../workers/domain/statistics/spread.ts";
import { varianceParts } from "../../../workers/domain/statistics/variance-parts.ts";
import { boundsOf } from "./estimates.ts";
import { randomOutcomes } from "./grids.ts";

type Matrix = { readonly items: number; readonly base: string; readonly runs: readonly string[] };

/** Ten thousand matrices of 1–12 seeds × 1–60 items, from hopeless to easy, a third of them with errors and missing outcomes. */
function eachMatrix(check: (matrix: Matrix, random: RandomSource) => void): void {
  const random = randomFrom(20_240_607);
  for (let round = 0; round < 10_000; round++) {
    const items = 1 + indexBelow(60, random);
    const shares = { pass: unitFrom(random), ...(round % 3 === 0 ? { error: 0.1, missing: 0.1 } : {}) };
    const column = (): string => randomOutcomes(items, random, shares);
    check({ items, base: column(), runs: Array.from({ length: 1 + indexBelow(12, random) }, column) }, random);
  }
}

/** The number, or null where there is none: a property must hold for both. */
const known = (estimate: Estimate): number | null => (estimate.kind === "value" ? estimate.value : null);

test("accuracy change = PFR − NFR, churn = PFR + NFR, BTC = 1 − NFR / acc₁", () => {
  let defined = 0;
  eachMatrix(({ items, base, runs }) => {
    const flips = countFlips(base, runs[0] ?? "", { items, counting: "exclude" });
    const [gain, loss] = [known(positiveFlipRate(flips)), known(negativeFlipRate(flips))];
    expect((gain === null) === (flips.compared === 0)).toBe(true);
    if (gain === null || loss === null) return;
    const before = (flips.bothPass + flips.losses) / flips.compared;
    const after = (flips.bothPass + flips.gains) / flips.compared;
    expect(known(accuracyChange(flips))).toBeCloseTo(gain - loss, 12);
    expect(after - before).toBeCloseTo(gain - loss, 12);
    expect(known(correctnessChurn(flips))).toBeCloseTo(gain + loss, 12);
    const trust = known(trustCompatibility(flips));
    if (before === 0) expect(trust).toBeNull();
    else expect(trust).toBeCloseTo(1 - loss / before, 12);
    const errors = known(errorCompatibility(flips));
    if (after === 1) expect(errors).toBeNull();
    else expect(errors).toBeCloseTo(1 - loss / (1 - after), 12);
    defined++;
  });
  expect(defined).toBeGreaterThan(9_000);
});

test("Cochran's Q with two columns is McNemar's chi-square without correction", () => {
  let defined = 0;
  eachMatrix(({ items, base, runs }) => {
    const run = runs[0] ?? "";
    const flips = countFlips(base, run, { items, counting: "exclude" });
    const q = known(cochranQ(cellsOf([base, run], items, "exclude")).q);
    const chi = known(chiSquareMcNemar(flips.gains, flips.losses, false).statistic);
    if (chi === null) expect(q).toBeNull();
    else expect(q).toBeCloseTo(chi, 9);
    if (chi !== null) defined++;
  });
  expect(defined).toBeGreaterThan(8_000);
});

test("permuting items or seeds changes no figure", () => {
  eachMatrix((matrix, random) => {
    const order = shuffled(matrix.items, random);
    const seeds = shuffled(matrix.runs.length, random);
    const moved: Matrix = {
      items: matrix.items,
      base: order.map((item) => matrix.base[item]).join(""),
      runs: seeds.map((seed) => order.map((item) => matrix.runs[seed]?.[item]).join("")),
    };
    const [before, after] = [figuresOf(matrix), figuresOf(moved)];
    // One assertion a matrix: ten thousand times eleven of them would take longer than the figures.
    const changed = Object.keys(before).filter((name) => !sameFigure(before[name] ?? null, after[name] ?? null));
    expect(changed).toEqual([]);
  });
});

test("no figure is ever NaN or infinite, and shares stay shares", () => {
  eachMatrix((matrix) => {
    const wrong = Object.entries(figuresOf(matrix)).filter(([name, one]) => {
      return one !== null && (!Number.isFinite(one) || (name.startsWith("share") && (one < 0 || one > 1)));
    });
    expect(wrong).toEqual([]);
  });
});

test("the classes of a matrix add up to its items, and discrepancy never exceeds ambiguity", () => {
  eachMatrix(({ items, base, runs }) => {
    const cells = cellsOf(runs, items, "as-fail");
    const baseCells = cellsOf([base], items, "as-fail");
    const classes = talliesOf(cells, baseCells).map((tally) => classOf(tally, { withBase: true, reliableShare: 0.8 }));
    expect(classes).toHaveLength(items);
    expect(classes).not.toContain("unjudged");
    const sensitive = classes.filter((one) => one !== "always-pass" && one !== "always-fail").length;
    const { ambiguity, discrepancy } = multiplicityOf(differencesFrom(baseCells, cells));
    expect(known(ambiguity)).toBeCloseTo(sensitive / items, 12);
    expect(known(discrepancy) ?? 1).toBeLessThanOrEqual((known(ambiguity) ?? 0) + 1e-12);
  });
});

test("score intervals hold the score, stay in [0, 1] and shrink with n", () => {
  for (const of of [wilsonInterval, clopperPearsonInterval]) {
    for (let trials = 1; trials <= 60; trials++) {
      for (let successes = 0; successes <= trials; successes++) {
        const [low, high] = boundsOf(of(successes, trials));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(successes / trials);
        expect(high).toBeGreaterThanOrEqual(successes / trials);
        const [narrowLow, narrowHigh] = boundsOf(of(successes * 4, trials * 4));
        expect(narrowHigh - narrowLow).toBeLessThan(high - low);
      }
    }
  }
});

function sameFigure(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one === other : Math.abs(one - other) < 1e-9;
}

function figuresOf({ items, base, runs }: Matrix): Record<string, number | null> {
  const cells = cellsOf(runs, items, "exclude");
  const differences = differencesFrom(cellsOf([base], items, "exclude"), cells);
  const { ambiguity, discrepancy } = multiplicityOf(differences);
  const answers = runs.map((run) => Array.from({ length: items }, (_, item) => ({ p: 1, f: 0 })[run[item] ?? ""] ?? null));
  const { fleiss, krippendorff } = chanceCorrected(answers);
  const parts = varianceParts(runs.map((run) => Array.from(run, (letter) => (letter === "p" ? 1 : 0))));
  return {
    effect: effectOf([{ cells: differences, sign: 1 }]),
    shareAmbiguity: known(ambiguity),
    shareDiscrepancy: known(discrepancy),
    cochran: known(cochranQ(cells).q),
    shareCochranP: known(cochranQ(cells).p),
    fleiss: known(fleiss),
    krippendorff: known(krippendorff),
    seedVariance: known(parts.row),
    itemVariance: known(parts.column),
    residual: known(parts.residual),
    spread: known(spreadOf(runs.map((run) => [...run].filter((letter) => letter === "p").length))),
  };
}

function shuffled(count: number, random: RandomSource): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = indexBelow(last + 1, random);
    const [a, b] = [order[last] ?? 0, order[other] ?? 0];
    order[last] = b;
    order[other] = a;
  }
  return order;
}
