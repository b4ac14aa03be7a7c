import { bradleyTerry, eloOf } from "../statistics/bradley-terry.ts";
import type { Cells } from "../statistics/cells.ts";
import { cellsOf } from "../statistics/cells.ts";
import { effectIntervals, effectOf } from "../statistics/effect-interval.ts";
import type { EffectScope } from "../statistics/effect-precision.ts";
import type { Estimate, Interval } from "../statistics/estimate.ts";
import { interval, mapEstimate, notDefined, scaleInterval, value } from "../statistics/estimate.ts";
import { talliesOf } from "../statistics/item-class.ts";
import { quantileOfSorted } from "../statistics/moments.ts";
import { wilsonInterval } from "../statistics/proportion-interval.ts";
import { randomFrom, unitFrom } from "../statistics/random.ts";
import type { RandomSource } from "../statistics/random.ts";
import type { AnalysisSettings } from "./analysis.ts";
import type { Effect, FactorialSides } from "./factorial-contrast.ts";
import { effectGroups, isFixedEffect } from "./factorial-contrast.ts";
import { intervalAsPoints } from "./points.ts";
import type { FactorialSide } from "./shared-draws.ts";
import { drawnTogether, inSeedOrder } from "./shared-draws.ts";

/** One cell: its score and its effect against the first, in points. */
export type FactorialCell = { readonly name: string; readonly runs: number; readonly points: Estimate; readonly effect: Estimate; readonly theseItems: Interval; readonly itemsLikeThese: Interval };

/** A contrast in points with its intervals: other seeds on these items, and other seeds on items like these. */
export type Contrast = { readonly points: Estimate; readonly theseItems: Interval; readonly itemsLikeThese: Interval };

/** The cells in the order none, text, weights, both; what the text adds to the weights and the weights to the text; and the interaction both − text − weights + none. */
export type FactorialFigures = {
  /** Wilson's interval of the base's score over the items, in points; no seed is drawn for the base. */
  readonly baseScore: Interval;
  readonly cells: readonly [FactorialCell, FactorialCell, FactorialCell, FactorialCell];
  readonly added: { readonly text: Contrast; readonly weights: Contrast };
  readonly interaction: Contrast;
};

type Resampling = Pick<AnalysisSettings, "counting" | "resamples" | "seed" | "level">;

/** Scores, effects and interaction of a 2 × 2; the base is fixed, and so is whatever nothing was drawn for; arms that share a draw are drawn again together, the others independently. */
export function factorialFigures(sides: FactorialSides, items: number, settings: Resampling): FactorialFigures {
  const base = cellsOf(sides.none.outcomes, items, settings.counting);
  const basePoints = pointsOf(base);
  const contrast = (effect: Effect): Contrast => contrastOf(effectGroups(sides, effect, { items, counting: settings.counting }), isFixedEffect(sides, effect), settings);
  const cell = ({ name, outcomes }: FactorialSide, effect: Effect): FactorialCell => {
    const { points, ...bounds } = contrast(effect);
    return { name, runs: outcomes.length, points: basePoints.kind === "undefined" ? basePoints : mapEstimate(points, (one) => one + basePoints.value), effect: points, ...bounds };
  };
  const itself = notDefined("the base is what the others are compared with");
  const none: FactorialCell = { name: sides.none.name, runs: base.rows, points: basePoints, effect: value(0), theseItems: itself, itemsLikeThese: itself };
  return {
    baseScore: wilsonOf(base, settings.level),
    cells: [none, cell(sides.text, { text: 1 }), cell(sides.weights, { weights: 1 }), cell(sides.both, { both: 1 })],
    added: { text: contrast({ both: 1, weights: -1 }), weights: contrast({ both: 1, text: -1 }) },
    interaction: contrast({ both: 1, text: -1, weights: -1 }),
  };
}

/** Items that both passes in at least a share of its runs, and none of the others does; with each one's share of passes, in the cells' order. */
export type OnlyBoth = { readonly item: number; readonly shares: readonly [none: number, text: number, weights: number, both: number] };

/** The items that only "both" gets right, reliably so (`reliableShare` of its runs, and no other cell's). */
export function onlyBothRight(sides: FactorialSides, items: number, { counting, reliableShare }: Pick<AnalysisSettings, "counting" | "reliableShare">): readonly OnlyBoth[] {
  const [none, text, weights, both] = [sides.none, sides.text, sides.weights, sides.both].map((side) => talliesOf(cellsOf(side.outcomes, items, counting), null));
  return Array.from({ length: items }, (_, item) => item).flatMap((item): readonly OnlyBoth[] => {
    const shares = [none, text, weights, both].map((tallies) => {
      const tally = tallies?.[item];
      return tally === undefined || tally.answered === 0 ? null : tally.passed / tally.answered;
    });
    const [a, b, c, d] = shares;
    if (a == null || b == null || c == null || d == null) return [];
    const reliable = (share: number): boolean => share >= reliableShare - 1e-12;
    return reliable(d) && ![a, b, c].some(reliable) ? [{ item, shares: [a, b, c, d] }] : [];
  });
}

/** One arm's place in a league in which every item is a game between every two arms. */
export type EloRow = { readonly name: string; readonly elo: Estimate; readonly interval: Interval };

const eloResamples = 1000;

/**
 * Elo by Bradley–Terry (maximum likelihood, 400 / ln 10 a unit, mean 1500). Arm a beats arm b on an item as often as a run
 * of a passes it and a run of b does not; items that both pass or both fail say nothing. Intervals are percentiles over
 * resampled items and runs together, since the same item is in every game; arms that share a draw have the same runs drawn.
 */
export function eloTable(sides: readonly FactorialSide[], items: number, settings: Pick<AnalysisSettings, "counting" | "seed" | "level">): readonly EloRow[] {
  const league: League = { sides: sides.map((side) => cellsOf(inSeedOrder(side).outcomes, items, settings.counting)), units: drawnTogether(sides) };
  const fitted = bradleyTerry(winsOf(league, null));
  if (fitted.kind === "undefined") return sides.map(({ name }) => ({ name, elo: fitted, interval: fitted }));
  const draws: number[][] = sides.map(() => []);
  const random = randomFrom(settings.seed);
  let unfitted = 0;
  for (let resample = 0; resample < eloResamples; resample++) {
    const again = bradleyTerry(winsOf(league, random));
    if (again.kind === "undefined") unfitted++;
    else eloOf(again.logStrengths).forEach((elo, side) => draws[side]?.push(elo));
  }
  const bounds = (elos: readonly number[]): Interval => {
    const tail = (1 - settings.level) / 2;
    if (unfitted / eloResamples >= tail) return notDefined(`${unfitted} of ${eloResamples} resamples have no finite strengths: an arm never wins or never loses there`);
    // A strength without bound is beyond every other one, on a side that is not known: counted on both, the interval can only be too wide.
    const beyond = Array.from({ length: unfitted }, () => Infinity);
    const sorted = elos.toSorted((a, b) => a - b);
    return interval(quantileOfSorted([...beyond.map((one) => -one), ...sorted], tail), quantileOfSorted([...sorted, ...beyond], 1 - tail), settings.level);
  };
  return eloOf(fitted.logStrengths).map((elo, side) => ({ name: sides[side]?.name ?? "", elo: value(elo), interval: bounds(draws[side] ?? []) }));
}

type League = { readonly sides: readonly Cells[]; readonly units: readonly (readonly number[])[] };

/** Wins of each side over each other, over all items, or over items and runs drawn again. */
function winsOf({ sides, units }: League, random: RandomSource | null): number[][] {
  const items = sides[0]?.items ?? 0;
  const wins = sides.map(() => sides.map(() => 0));
  const runs: (readonly number[])[] = [];
  for (const unit of units) {
    const rows = sides[unit[0] ?? 0]?.rows ?? 0;
    const drawn = Array.from({ length: rows }, (_, row) => (random === null ? row : Math.floor(unitFrom(random) * rows)));
    for (const side of unit) runs[side] = drawn;
  }
  for (let draw = 0; draw < items; draw++) {
    const item = random === null ? draw : Math.floor(unitFrom(random) * items);
    const shares = sides.map((cells, side) => shareOf(cells, runs[side] ?? [], item));
    shares.forEach((a, one) => shares.forEach((b, other) => {
      const row = wins[one];
      if (one !== other && a !== null && b !== null && row !== undefined) row[other] = (row[other] ?? 0) + a * (1 - b);
    }));
  }
  return wins;
}

function shareOf(cells: Cells, rows: readonly number[], item: number): number | null {
  let passed = 0;
  let answered = 0;
  for (const row of rows) {
    const cell = row * cells.items + item;
    if (cells.present[cell] !== 1) continue;
    answered++;
    passed += cells.values[cell] ?? 0;
  }
  return answered === 0 ? null : passed / answered;
}

type Groups = Parameters<typeof effectIntervals>[0];

/** Without a seed in it, an effect can only have met other items. */
function contrastOf(groups: Groups, fixed: boolean, settings: Resampling): Contrast {
  const theseItems = fixed ? notDefined("nothing is drawn here") : intervalOf(groups, "these-items", settings);
  return { points: effectPoints(groups), theseItems, itemsLikeThese: intervalOf(groups, fixed ? "these-runs" : "items-like-these", settings) };
}

function effectPoints(groups: Groups): Estimate {
  const effect = effectOf(groups);
  return effect === null ? notDefined("no item was answered on every side") : value(effect * 100);
}

function intervalOf(groups: Groups, scope: EffectScope, { resamples, seed, level }: Resampling): Interval {
  return scaleInterval(effectIntervals(groups, { scope, resamples, random: randomFrom(seed), level }).adjusted, 100);
}

function wilsonOf({ values, present }: Cells, level: number): Interval {
  const passed = values.reduce((sum, one, cell) => sum + (present[cell] === 1 ? one : 0), 0);
  const answered = present.reduce((sum, one) => sum + one, 0);
  return intervalAsPoints(wilsonInterval(passed, answered, level));
}

function pointsOf(cells: Cells): Estimate {
  const effect = effectOf([{ cells, sign: 1 }]);
  return effect === null ? notDefined("the base answered no item") : value(effect * 100);
}
