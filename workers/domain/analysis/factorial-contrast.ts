import type { Counting } from "../outcome.ts";
import { cellsOf, combinedCells } from "../statistics/cells.ts";
import type { SeedGroup } from "../statistics/two-way-bootstrap.ts";
import type { FactorialSide } from "./shared-draws.ts";
import { drawnTogether, inSeedOrder } from "./shared-draws.ts";

/** Neither, the text alone, the weights alone, both: scored on the same items through the same path. */
export type FactorialSides = { readonly none: FactorialSide; readonly text: FactorialSide; readonly weights: FactorialSide; readonly both: FactorialSide };

type Part = "text" | "weights" | "both";

/** What is added and taken away; whatever is missing to a sum of zero is the base. */
export type Effect = Readonly<Partial<Record<Part, 1 | -1>>>;

const parts = ["both", "text", "weights"] as const satisfies readonly Part[];

/** Whether nothing in an effect is drawn: all its arms are one run without a seed. */
export function isFixedEffect(sides: FactorialSides, effect: Effect): boolean {
  return parts.every((part) => effect[part] === undefined || sides[part].fixed === true);
}

/**
 * The groups of an effect whose seeds are drawn independently of each other. Arms that share a draw are one group, in which
 * a seed is all of theirs at once; an arm that is one run is taken from the first group item by item, and the base from each
 * as often as it takes to make it a difference.
 */
export function effectGroups(sides: FactorialSides, effect: Effect, { items, counting }: { readonly items: number; readonly counting: Counting }): readonly SeedGroup[] {
  const named = parts.filter((part) => effect[part] !== undefined);
  const fixed = named.filter((part) => sides[part].fixed === true);
  const drawn = named.filter((part) => sides[part].fixed !== true);
  const units = drawnTogether(drawn.map((part) => sides[part])).map((unit) => unit.flatMap((place) => drawn[place] ?? []));
  const cells = (part: Part | "none") => cellsOf(inSeedOrder(sides[part]).outcomes, items, counting);
  return (units.length === 0 ? [[]] : units).map((unit, at): SeedGroup => {
    const members = at === 0 ? [...unit, ...fixed] : unit;
    const sign = effect[members[0] ?? "both"] ?? 1;
    const terms = members.map((part) => ({ cells: cells(part), weight: sign * (effect[part] ?? 0) }));
    const rest = -terms.reduce((sum, { weight }) => sum + weight, 0);
    return { cells: combinedCells([...terms, ...(rest === 0 ? [] : [{ cells: cells("none"), weight: rest }])]), sign };
  });
}
