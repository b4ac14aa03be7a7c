import type { MatrixColumn } from "../../../workers/contract/views.ts";
import type { Estimate, Interval } from "../../../workers/domain/statistics/estimate.ts";
import { interval, mapEstimate, notDefined, scaleInterval, value } from "../../../workers/domain/statistics/estimate.ts";
import type { Cells } from "../../../workers/domain/statistics/cells.ts";
import { cellsOf, differencesFrom } from "../../../workers/domain/statistics/cells.ts";
import { effectIntervals, effectOf } from "../../../workers/domain/statistics/effect-interval.ts";
import { randomFrom } from "../../../workers/domain/statistics/random.ts";
import { baseOf } from "../flip-matrix/grid.ts";
import { provenanceOf } from "../source.ts";
import type { FigureSource, Provenance } from "../source.ts";

/** One cell of the 2 × 2: a substrate present or absent. */
export type FactorialCell = { readonly name: string; readonly runs: number; readonly points: Estimate; readonly effect: Estimate; readonly theseItems: Interval; readonly itemsLikeThese: Interval };

/** What the factorial figure draws: neither, the first, the second, both; and how far both differ from the sum of each. */
export type FactorialData = {
  readonly provenance: Provenance;
  readonly factors: readonly [first: string, second: string];
  readonly cells: readonly [neither: FactorialCell, first: FactorialCell, second: FactorialCell, both: FactorialCell];
  readonly interaction: { readonly points: Estimate; readonly theseItems: Interval; readonly itemsLikeThese: Interval };
};

const pairs = [
  { both: "prompt+lora", first: "prompt", second: "lora" },
  { both: "prompt+prefix", first: "prompt", second: "prefix" },
] as const;

/** Finds the arms of a 2 × 2 on one path and computes the interaction, or says what is missing. */
export function factorialData(source: FigureSource): FactorialData | string {
  const scored = source.matrix.columns.filter((column) => /[pf]/u.test(column.outcomes) && column.setAside === null);
  const pair = pairs.find((one) => scored.some((column) => column.substrate === one.both));
  if (pair === undefined) return "A factorial needs an arm with both substrates (prompt+lora or prompt+prefix); there is none with a score.";
  const path = scored.find((column) => column.substrate === pair.both)?.path ?? "";
  const of = (substrate: string): MatrixColumn[] => firstArm(scored.filter((column) => column.substrate === substrate && column.path === path));
  const base = baseOf(source.matrix.columns, path);
  const sides = { first: of(pair.first), second: of(pair.second), both: of(pair.both) };
  const lacking = [...(base === undefined ? ["base"] : []), ...(sides.first.length === 0 ? [pair.first] : []), ...(sides.second.length === 0 ? [pair.second] : [])];
  if (base === undefined || lacking.length > 0) return `A factorial needs all four cells on one path; on ${path} there is no score of ${lacking.join(" and ")}.`;
  return build(source, { base, ...sides, names: [pair.first, pair.second] });
}

type Sides = { readonly base: MatrixColumn; readonly first: MatrixColumn[]; readonly second: MatrixColumn[]; readonly both: MatrixColumn[]; readonly names: readonly [string, string] };

function build(source: FigureSource, sides: Sides): FactorialData {
  const { counting } = source.analysis.settings;
  const items = source.matrix.items.length;
  const base = cellsOf([sides.base.outcomes], items, counting);
  const against = (columns: readonly MatrixColumn[]): Cells => differencesFrom(base, cellsOf(columns.map((column) => column.outcomes), items, counting));
  const [first, second, both] = [against(sides.first), against(sides.second), against(sides.both)];
  const contrast = [{ cells: both, sign: 1 }, { cells: first, sign: -1 }, { cells: second, sign: -1 }] as const;
  const basePoints = pointsOf(base);
  const cell = (name: string, cells: Cells): FactorialCell => {
    const effect = intervalsOf([{ cells, sign: 1 }], source);
    return { name, runs: cells.rows, points: addTo(basePoints, effect.points), effect: effect.points, theseItems: effect.theseItems, itemsLikeThese: effect.itemsLikeThese };
  };
  const none = notDefined("the base is what the others are compared with");
  const neither: FactorialCell = { name: sides.base.arm, runs: 1, points: basePoints, effect: value(0), theseItems: none, itemsLikeThese: none };
  const name = (columns: readonly MatrixColumn[]): string => columns[0]?.arm ?? "";
  return {
    provenance: provenanceOf(source, true),
    factors: sides.names,
    cells: [neither, cell(name(sides.first), first), cell(name(sides.second), second), cell(name(sides.both), both)],
    interaction: intervalsOf(contrast, source),
  };
}

function intervalsOf(groups: Parameters<typeof effectIntervals>[0], source: FigureSource): FactorialData["interaction"] {
  const { resamples, seed, level } = source.analysis.settings;
  const effect = effectOf(groups);
  const of = (scope: "these-items" | "items-like-these"): Interval =>
    scaleInterval(effectIntervals(groups, { scope, resamples, random: randomFrom(seed), level }).adjusted, 100);
  const points = effect === null ? notDefined("no item was answered on every side") : value(effect * 100);
  return { points, theseItems: of("these-items"), itemsLikeThese: of("items-like-these") };
}

function firstArm(columns: readonly MatrixColumn[]): MatrixColumn[] {
  return columns.filter((column) => column.arm === columns[0]?.arm);
}

function pointsOf(cells: Cells): Estimate {
  const effect = effectOf([{ cells, sign: 1 }]);
  return effect === null ? notDefined("the base answered no item") : value(effect * 100);
}

function addTo(base: Estimate, effect: Estimate): Estimate {
  return base.kind === "undefined" ? base : mapEstimate(effect, (points) => points + base.value);
}

/** An effect's interval moved to where its cell stands on the score axis. */
export function movedBy(bounds: Interval, shift: Estimate): Interval {
  if (bounds.kind === "undefined" || shift.kind === "undefined") return bounds;
  return interval(bounds.low + shift.value, bounds.high + shift.value, bounds.level);
}
