import type { GridCell } from "../experiment/experiment.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { mapEstimate, notDefined } from "../statistics/estimate.ts";
import { meanOf } from "../statistics/moments.ts";
import { meanScore, noiseFloor, spreadOf } from "../statistics/spread.ts";
import { varianceParts } from "../statistics/variance-parts.ts";

/** One arm of a grid: its place in it and its runs' scores in points. */
export type SweepCell = { readonly arm: string; readonly path: string; readonly cell: GridCell; readonly runs: readonly { readonly seed: number | null; readonly points: number }[] };

/** One value of a knob with the other knobs as they are: mean and spread (n − 1) over seeds, and the mean's noise floor, in points. */
export type KnobPoint = { readonly arm: string; readonly value: string | number; readonly scores: readonly number[]; readonly mean: Estimate; readonly spread: Estimate; readonly floor: Estimate };

/** A knob of a family: one line for every setting of the other knobs. */
export type KnobSweep = {
  readonly family: string;
  readonly knob: string;
  /** Whether the values are numbers, in ascending order. */
  readonly numeric: boolean;
  readonly lines: readonly { readonly name: string; readonly points: readonly KnobPoint[] }[];
};

/** The seeds that a training has, as settings of a grid. */
export const seedKnobs = ["seed_init", "seed_order"] as const;

/** Every knob of every family, except the seeds, which are no settings one would choose. */
export function knobSweeps(cells: readonly SweepCell[]): readonly KnobSweep[] {
  return familiesOf(cells).flatMap((members) => knobsOf(members).filter((knob) => !isSeed(knob)).map((knob) => sweepOf(members, knob)));
}

function isSeed(knob: string): boolean {
  return seedKnobs.some((seed) => seed === knob);
}

/** How much of the variance of scores is the first weights', the order's, and both together's (with the rest), in points. */
export type SeedParts = {
  readonly family: string;
  /** The seed that the grid fixes, while the runs' own seeds move the other one; `both` where the grid has both. */
  readonly fixed: "seed_init" | "seed_order" | "both";
  /** What else the grid varied, as it stands in these cells. */
  readonly setting: string;
  readonly inits: number;
  readonly orders: number;
  readonly initSd: Estimate;
  readonly orderSd: Estimate;
  readonly restSd: Estimate;
  readonly negative: readonly ("init" | "order")[];
};

/** Variance parts of every complete grid of first-weight seeds × order seeds. */
export function seedParts(cells: readonly SweepCell[]): readonly SeedParts[] {
  return familiesOf(cells).flatMap((members) => {
    const own = seedKnobs.filter((knob) => members.some(({ cell }) => knob in cell.values));
    const fixed = own.length === 2 ? "both" : own[0];
    if (fixed === undefined) return [];
    return [...groupedBy(members, (member) => settingText(member, own)).entries()].map(([setting, group]) => partsOf(group, { fixed, setting }));
  });
}

type SeedScore = { readonly init: string; readonly order: string; readonly run: string; readonly points: number };

/** Which first weights and which order each score has: the cell's own where the grid has them, else the run's seed. */
function seedScores(members: readonly SweepCell[], fixed: SeedParts["fixed"]): readonly SeedScore[] {
  return members.flatMap(({ cell, runs }) => runs.map(({ seed, points }) => {
    const own = (knob: string): string => `own ${cell.values[knob]}`;
    const run = `run ${seed}`;
    switch (fixed) {
      case "seed_init":
        return { init: own("seed_init"), order: run, run: "", points };
      case "seed_order":
        return { init: run, order: own("seed_order"), run: "", points };
      case "both":
        return { init: own("seed_init"), order: own("seed_order"), run, points };
    }
  }));
}

function partsOf(members: readonly SweepCell[], { fixed, setting }: Pick<SeedParts, "fixed" | "setting">): SeedParts {
  const scores = seedScores(members, fixed);
  const distinct = (of: (score: SeedScore) => string): readonly string[] => [...new Set(scores.map(of))];
  const [inits, orders, runs] = [distinct(({ init }) => init), distinct(({ order }) => order), distinct(({ run }) => run)];
  const at = { family: members[0]?.cell.family ?? "", fixed, setting, inits: inits.length, orders: orders.length };
  // A text that is written once a seed gives a cell with both seeds fixed several runs: every cell must have the same ones.
  const table = inits.map((init) => orders.map((order) => scores.filter((score) => score.init === init && score.order === order).map(({ points }) => points)));
  if (table.some((row) => row.some((points) => points.length !== runs.length))) {
    const none = notDefined("not every first-weight seed was run with every order seed");
    return { ...at, initSd: none, orderSd: none, restSd: none, negative: [] };
  }
  const parts = varianceParts(table.map((row) => row.map(meanOf)));
  const deviation = (part: Estimate): Estimate => mapEstimate(part, Math.sqrt);
  return { ...at, initSd: deviation(parts.row), orderSd: deviation(parts.column), restSd: deviation(parts.residual), negative: parts.negative.map((part) => (part === "row" ? "init" : "order")) };
}

function sweepOf(members: readonly SweepCell[], knob: string): KnobSweep {
  const values = [...new Set(members.map(({ cell }) => cell.values[knob] ?? ""))];
  const numeric = values.every((value) => typeof value === "number");
  const groups = groupedBy(members, (member) => settingText(member, [knob, ...seedKnobs]));
  return {
    family: members[0]?.cell.family ?? "",
    knob,
    numeric,
    lines: [...groups.entries()].map(([name, group]) => ({ name, points: inOrder(pointsOf(group, knob), numeric) })),
  };
}

/** Cells that differ in a seed only are one point. */
function pointsOf(members: readonly SweepCell[], knob: string): readonly KnobPoint[] {
  return [...groupedBy(members, ({ cell }) => String(cell.values[knob])).values()].map((same) => {
    const scores = same.flatMap(({ runs }) => runs.map(({ points }) => points));
    const [first] = same;
    return { arm: first?.arm ?? "", value: first?.cell.values[knob] ?? "", scores, mean: meanScore(scores), spread: spreadOf(scores), floor: noiseFloor(scores) };
  });
}

function inOrder(points: readonly KnobPoint[], numeric: boolean): readonly KnobPoint[] {
  return numeric ? points.toSorted((a, b) => Number(a.value) - Number(b.value)) : points;
}

/** The other knobs as they stand: `rank 4, epochs 10`; empty where there is no other. */
function settingText({ cell }: SweepCell, without: readonly string[]): string {
  return Object.entries(cell.values).filter(([knob]) => !without.includes(knob)).map(([knob, value]) => `${knobWords(knob)} ${value}`).join(", ");
}

/** A setting of a grid in words. */
export function knobWords(knob: string): string {
  const words: Readonly<Record<string, string>> = { train_items: "training items", lr: "learning rate", length: "prefix length", base: "base model", seed_init: "init seed", seed_order: "order seed" };
  return words[knob] ?? knob;
}

function familiesOf(cells: readonly SweepCell[]): readonly (readonly SweepCell[])[] {
  return [...groupedBy(cells, ({ cell }) => cell.family).values()];
}

function knobsOf(members: readonly SweepCell[]): readonly string[] {
  return [...new Set(members.flatMap(({ cell }) => Object.keys(cell.values)))];
}

function groupedBy<Value>(values: readonly Value[], key: (value: Value) => string): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}
