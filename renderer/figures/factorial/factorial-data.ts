import type { ArmView, MatrixColumn } from "../../../workers/contract/views.ts";
import { factorialFigures } from "../../../workers/domain/analysis/factorial.ts";
import type { FactorialFigures, FactorialSide, FactorialSides } from "../../../workers/domain/analysis/factorial.ts";
import type { Estimate, Interval } from "../../../workers/domain/statistics/estimate.ts";
import { interval } from "../../../workers/domain/statistics/estimate.ts";
import { baseOf } from "../flip-matrix/grid.ts";
import { provenanceOf } from "../source.ts";
import type { FigureSource, Provenance } from "../source.ts";

export type { FactorialCell } from "../../../workers/domain/analysis/factorial.ts";

/** What the factorial figure draws: neither, the first, the second, both; and how far both differ from the sum of each. */
export type FactorialData = FactorialFigures & { readonly provenance: Provenance; readonly factors: readonly [first: string, second: string] };

/** The four arms of a 2 × 2 on one path. */
export type Square = { readonly factors: readonly [first: "prompt", second: "lora" | "prefix"]; readonly sides: FactorialSides };

const pairs = [
  { both: "prompt+lora", second: "lora" },
  { both: "prompt+prefix", second: "prefix" },
] as const;

/** Every 2 × 2 that is complete, or what is missing for the first one. */
export function squaresOf(source: FigureSource): readonly Square[] | string {
  const scored = source.matrix.columns.filter((column) => /[pf]/u.test(column.outcomes) && column.setAside === null);
  const wanted = pairs.flatMap((pair) => armsWith(scored, pair.both).map((columns) => ({ second: pair.second, columns })));
  if (wanted.length === 0) return "A factorial needs an arm with both substrates (prompt+lora or prompt+prefix); there is none with a score.";
  const found = wanted.map(({ second, columns }) => squareOf(source, scored, { second, columns }));
  const complete = found.filter((square) => typeof square !== "string");
  return complete.length > 0 ? complete : (found.find((square) => typeof square === "string") ?? []);
}

/** Finds the arms of the first 2 × 2 and computes the interaction, or says what is missing. */
export function factorialData(source: FigureSource): FactorialData | string {
  const squares = squaresOf(source);
  const [square] = squares;
  return typeof squares === "string" ? squares : square === undefined || typeof square === "string" ? "There is no 2 × 2." : dataOf(source, square);
}

/** The figures of one 2 × 2. */
export function dataOf(source: FigureSource, { factors, sides }: Square): FactorialData {
  return { provenance: provenanceOf(source, { intervals: true, paths: "analysed" }), factors, ...factorialFigures(sides, source.matrix.items.length, source.analysis.settings) };
}

type Wanted = { readonly second: "lora" | "prefix"; readonly columns: readonly MatrixColumn[] };

function squareOf(source: FigureSource, scored: readonly MatrixColumn[], { second, columns }: Wanted): Square | string {
  const path = columns[0]?.path ?? "";
  const views = new Map(source.experiment.arms.map((arm) => [arm.name, arm]));
  const both = views.get(columns[0]?.arm ?? "");
  const here = scored.filter((column) => column.path === path);
  const base = baseOf(source.matrix.columns, path);
  const text = likest(armsWith(here, "prompt"), views, (arm) => arm.textHash === both?.textHash);
  const weights = likest(armsWith(here, second), views, (arm) => arm.weightsHash === both?.weightsHash);
  const lacking = [...(base === undefined ? ["base"] : []), ...(text === undefined ? ["prompt"] : []), ...(weights === undefined ? [second] : [])];
  if (base === undefined || text === undefined || weights === undefined) return `A factorial needs all four cells on one path; on ${path} there is no score of ${lacking.join(" and ")}.`;
  return { factors: ["prompt", second], sides: { none: sideOf([base]), text: sideOf(text), weights: sideOf(weights), both: sideOf(columns) } };
}

function armsWith(columns: readonly MatrixColumn[], substrate: string): readonly (readonly MatrixColumn[])[] {
  const arms = new Map<string, MatrixColumn[]>();
  for (const column of columns) if (column.substrate === substrate) arms.set(column.arm, [...(arms.get(column.arm) ?? []), column]);
  return [...arms.values()];
}

/** Of several text or weights arms the one with the settings that "both" has, else the first. */
function likest(arms: readonly (readonly MatrixColumn[])[], views: ReadonlyMap<string, ArmView>, same: (arm: ArmView) => boolean): readonly MatrixColumn[] | undefined {
  const found = arms.find((columns) => {
    const view = views.get(columns[0]?.arm ?? "");
    return view !== undefined && same(view);
  });
  return found ?? arms[0];
}

function sideOf(columns: readonly MatrixColumn[]): FactorialSide {
  return { name: columns[0]?.arm ?? "", outcomes: columns.map((column) => column.outcomes), fixed: columns.length === 1 && columns[0]?.seed === null };
}

/** An effect's interval moved to where its cell stands on the score axis. */
export function movedBy(bounds: Interval, shift: Estimate): Interval {
  if (bounds.kind === "undefined" || shift.kind === "undefined") return bounds;
  return interval(bounds.low + shift.value, bounds.high + shift.value, bounds.level);
}
