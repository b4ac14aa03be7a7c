import type { OutcomeString } from "../outcome.ts";
import { sameSeeds } from "./compare.ts";

/** What two arms can have in common, seed by seed: the text that a model wrote, or the trained weights. */
export type SharedDraw = "text" | "weights";

/** One arm of a 2 × 2: its name and what each of its runs passed; `fixed` where nothing in it is drawn, so that there is no other seed it could have had. */
export type FactorialSide = {
  readonly name: string;
  readonly outcomes: readonly OutcomeString[];
  readonly fixed?: boolean;
  /** The seed of each run. */
  readonly seeds?: readonly (number | null)[];
  /** What a run of it has in common with the run under the same seed of another side that names it too. */
  readonly shares?: readonly SharedDraw[];
};

/** A side with its runs by ascending seed, so that runs of the same seed stand in the same row. */
export function inSeedOrder(side: FactorialSide): FactorialSide {
  const { seeds, outcomes } = side;
  if (seeds === undefined || seeds.length !== outcomes.length) return side;
  const order = seeds.map((_, run) => run).toSorted((a, b) => (seeds[a] ?? 0) - (seeds[b] ?? 0));
  return { ...side, seeds: order.map((run) => seeds[run] ?? null), outcomes: order.map((run) => outcomes[run] ?? "") };
}

/** The places of sides whose runs are one draw under one seed, and have to be drawn again together; a side alone where it shares nothing. */
export function drawnTogether(sides: readonly FactorialSide[]): readonly (readonly number[])[] {
  const units: number[][] = [];
  sides.forEach((side, place) => {
    const linked = units.filter((unit) => unit.some((other) => areOneDraw(side, sides[other])));
    const merged = [...linked.flat(), place];
    const first = linked[0];
    if (first === undefined) units.push(merged);
    else units.splice(0, units.length, ...units.flatMap((unit) => (unit === first ? [merged] : linked.includes(unit) ? [] : [unit])));
  });
  return units;
}

function areOneDraw(a: FactorialSide, b: FactorialSide | undefined): boolean {
  return b !== undefined && (a.shares ?? []).some((draw) => b.shares?.includes(draw) === true) && sameSeeds(a.seeds ?? [], b.seeds ?? []);
}
