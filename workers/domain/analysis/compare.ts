import type { OutcomeString } from "../outcome.ts";
import type { Cells } from "../statistics/cells.ts";
import { cellsOf, differencesFrom, pairedDifferences } from "../statistics/cells.ts";
import { effectOf } from "../statistics/effect-interval.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { mapEstimate, notDefined, value } from "../statistics/estimate.ts";
import { countFlips } from "../statistics/flips.ts";
import type { ItemTally } from "../statistics/item-class.ts";
import { talliesOf } from "../statistics/item-class.ts";
import { noiseFloor, noiseFloorOfTwo } from "../statistics/spread.ts";
import type { SeedGroup } from "../statistics/two-way-bootstrap.ts";
import { knownOf, twoWayMeans } from "../statistics/two-way-means.ts";
import type { AnalysisOptions, AnalysisSettings, Comparison, McNemarFigures } from "./analysis.ts";
import { effectIntervalsInPoints } from "./effect-figures.ts";
import { asPoints } from "./points.ts";
import { mcnemarWithHolm } from "./run-figures.ts";
import { isScored } from "./score-figures.ts";
import { settingsOf } from "./settings.ts";

/** One side of a comparison: an arm, an experiment, a single run or the base (whose seed is null). */
export type ColumnSet = { readonly name: string; readonly columns: readonly { readonly seed: number | null; readonly outcomes: OutcomeString }[] };

/** Compares any two sets of columns on the same items and path, `b` minus `a`; the caller has made sure of task and path. */
export function compare(a: ColumnSet, b: ColumnSet, setup: AnalysisOptions & { readonly items: number }): Comparison {
  const settings = settingsOf(setup);
  const sides = pairedBySeed(scoredOf(a, setup.items), scoredOf(b, setup.items));
  const [cellsA, cellsB] = [sides.a, sides.b].map((side) => cellsOf(side.columns.map((column) => column.outcomes), setup.items, settings.counting));
  if (cellsA === undefined || cellsB === undefined) throw new Error("a comparison has two sides");
  const groups = groupsOf(sides, cellsA, cellsB);
  const difference = effectOf(groups);
  const points = difference === null ? notDefined("no item was answered on both sides") : asPoints(value(difference));
  return {
    items: setup.items,
    a: a.name,
    b: b.name,
    runsA: cellsA.rows,
    runsB: cellsB.rows,
    pairing: sides.paired ? "items-and-seeds" : "items",
    differencePoints: points,
    differenceItems: mapEstimate(points, (one) => (one / 100) * setup.items),
    ...effectIntervalsInPoints(groups, settings),
    noiseFloorPoints: noiseFloorBetween(groups),
    mcnemar: singleRunTest(sides, setup.items, settings),
    ...itemLists(talliesOf(cellsA, null), talliesOf(cellsB, null), settings.reliableShare),
    excludedCells: cellsA.excluded + cellsB.excluded,
  };
}

function scoredOf(side: ColumnSet, items: number): ColumnSet {
  return { name: side.name, columns: side.columns.filter((column) => isScored(column.outcomes, items)) };
}

type Sides = { readonly a: ColumnSet; readonly b: ColumnSet; readonly paired: boolean };

/** Whether runs pair by seed: both sides have the same seeds, each once, in any order. */
export function sameSeeds(a: readonly (number | null)[], b: readonly (number | null)[]): boolean {
  const left = new Set(a);
  return left.size === a.length && !left.has(null) && a.length > 0 && a.length === b.length && new Set(b).size === b.length && b.every((seed) => left.has(seed));
}

/** Seeds pair only where both sides have the same seeds, each once. */
function pairedBySeed(a: ColumnSet, b: ColumnSet): Sides {
  const bySeed = (side: ColumnSet): ColumnSet => ({ ...side, columns: side.columns.toSorted((x, y) => (x.seed ?? 0) - (y.seed ?? 0)) });
  const [left, right] = [bySeed(a), bySeed(b)];
  const seedsOf = (side: ColumnSet) => side.columns.map((column) => column.seed);
  return { a: left, b: right, paired: sameSeeds(seedsOf(left), seedsOf(right)) };
}

function groupsOf(sides: Sides, a: Cells, b: Cells): SeedGroup[] {
  if (sides.paired) return [{ cells: pairedDifferences(a, b), sign: 1 }];
  if (isFixed(sides.a)) return [{ cells: differencesFrom(a, b), sign: 1 }];
  if (isFixed(sides.b)) return [{ cells: differencesFrom(b, a), sign: -1 }];
  const [commonA, commonB] = withCommonItems(a, b);
  return [
    { cells: commonB, sign: 1 },
    { cells: commonA, sign: -1 },
  ];
}

/** A single column without a seed is no draw: there is no other seed that it could have had. */
function isFixed(side: ColumnSet): boolean {
  return side.columns.length === 1 && side.columns[0]?.seed === null;
}

/** Unpaired seeds still share their items: what one side never answered says nothing about the other. */
function withCommonItems(a: Cells, b: Cells): [Cells, Cells] {
  const answered = (cells: Cells, item: number): boolean => {
    for (let row = 0; row < cells.rows; row++) if (cells.present[row * cells.items + item] === 1) return true;
    return false;
  };
  const common = Uint8Array.from({ length: a.items }, (_, item) => (answered(a, item) && answered(b, item) ? 1 : 0));
  const restricted = (cells: Cells): Cells => {
    const present = cells.present.map((flag, cell) => flag & (common[cell % cells.items] ?? 0));
    return { ...cells, present, values: cells.values.map((one, cell) => (present[cell] === 1 ? one : 0)) };
  };
  return [restricted(a), restricted(b)];
}

function noiseFloorBetween(groups: readonly SeedGroup[]): Estimate {
  const [first, second] = groups.map((group) => knownOf(twoWayMeans(group.cells).rows));
  if (first === undefined || first.length === 0) return notDefined("no item was answered on both sides");
  return asPoints(second === undefined ? noiseFloor(first) : noiseFloorOfTwo(first, second));
}

function singleRunTest(sides: Sides, items: number, settings: AnalysisSettings): McNemarFigures {
  const [one, other] = [sides.a.columns[0], sides.b.columns[0]];
  const single = sides.a.columns.length === 1 && sides.b.columns.length === 1;
  const counts = single && one !== undefined && other !== undefined ? countFlips(one.outcomes, other.outcomes, { items, counting: settings.counting }) : null;
  const none = notDefined("McNemar's test is for two single runs");
  const test = counts === null ? undefined : mcnemarWithHolm([counts])[0];
  return test ?? { gains: 0, losses: 0, p: none, midP: none, holmP: none };
}

type ItemLists = Pick<Comparison, "gains" | "losses" | "fixed" | "broke" | "unstable" | "unjudged">;

function itemLists(a: readonly ItemTally[], b: readonly ItemTally[], reliableShare: number): ItemLists {
  const lists: Record<keyof ItemLists, number[]> = { gains: [], losses: [], fixed: [], broke: [], unstable: [], unjudged: [] };
  a.forEach((before, item) => {
    const after = b[item];
    if (after === undefined || before.answered === 0 || after.answered === 0) {
      lists.unjudged.push(item);
      return;
    }
    const rise = after.passed * before.answered - before.passed * after.answered;
    if (rise > 0) lists.gains.push(item);
    if (rise < 0) lists.losses.push(item);
    const [was, is] = [verdict(before, reliableShare), verdict(after, reliableShare)];
    if (was === "fails" && is === "passes") lists.fixed.push(item);
    if (was === "passes" && is === "fails") lists.broke.push(item);
    if (was === "unstable" || is === "unstable") lists.unstable.push(item);
  });
  return lists;
}

function verdict(tally: ItemTally, reliableShare: number): "passes" | "fails" | "unstable" {
  const share = tally.passed / tally.answered;
  if (share >= reliableShare - 1e-12) return "passes";
  return 1 - share >= reliableShare - 1e-12 ? "fails" : "unstable";
}
