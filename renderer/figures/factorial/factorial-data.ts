import type { ArmView, MatrixColumn } from "../../../workers/contract/views.ts";
import { factorialFigures } from "../../../workers/domain/analysis/factorial.ts";
import type { FactorialFigures } from "../../../workers/domain/analysis/factorial.ts";
import type { FactorialSides } from "../../../workers/domain/analysis/factorial-contrast.ts";
import type { FactorialSide, SharedDraw } from "../../../workers/domain/analysis/shared-draws.ts";
import type { Estimate, Interval } from "../../../workers/domain/statistics/estimate.ts";
import { interval } from "../../../workers/domain/statistics/estimate.ts";
import { isOver } from "../../../workers/domain/job.ts";
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

/** Every 2 × 2 that is complete, or what is missing where none is. */
export function squaresOf(source: FigureSource): readonly Square[] | string {
  const designs = designsOf(source);
  const squares = designs.filter((design) => typeof design !== "string");
  if (squares.length > 0) return squares;
  return designs.length > 0 ? missingSquares(source).join(" ") : "A factorial needs an arm with both substrates (prompt+lora or prompt+prefix); there is none with a score.";
}

/** For every arm with both text and weights that is in no 2 × 2 a sentence that says what it lacks. */
export function missingSquares(source: FigureSource): readonly string[] {
  return designsOf(source).filter((design) => typeof design === "string");
}

/** Finds the arms of the first 2 × 2 and computes the interaction, or says what is missing. */
export function factorialData(source: FigureSource): FactorialData | string {
  const squares = squaresOf(source);
  if (typeof squares === "string") return squares;
  const [square] = squares;
  return square === undefined ? "There is no 2 × 2." : dataOf(source, square);
}

/** The figures of one 2 × 2. */
export function dataOf(source: FigureSource, { factors, sides }: Square): FactorialData {
  return { provenance: provenanceOf(source, { intervals: true, paths: "analysed" }), factors, ...factorialFigures(sides, source.matrix.items.length, source.analysis.settings) };
}

function designsOf(source: FigureSource): readonly (Square | string)[] {
  const over = source.matrix.columns.filter(({ state, outcomes }) => isOver(state) && /[pf]/u.test(outcomes));
  const scored = over.filter((column) => column.setAside === null);
  return pairs.flatMap((pair) => armsWith(scored, pair.both).map((columns) => squareOf(source.experiment.arms, { over, scored }, { second: pair.second, columns })));
}

type Columns = { readonly over: readonly MatrixColumn[]; readonly scored: readonly MatrixColumn[] };
type Wanted = { readonly second: "lora" | "prefix"; readonly columns: readonly MatrixColumn[] };

/** The arms with the very text and the very weights of "both", or what of it there is not: arms that are not alike add up to nothing. */
function squareOf(arms: readonly ArmView[], { over, scored }: Columns, { second, columns }: Wanted): Square | string {
  const path = columns[0]?.path ?? "";
  const name = columns[0]?.arm ?? "";
  const both = arms.find((arm) => arm.name === name);
  const base = baseOf(over, path);
  const alone = (substrate: "prompt" | "lora" | "prefix", hash: "textHash" | "weightsHash") => {
    const wanted = both?.[hash];
    const alike = arms.filter((arm) => arm.substrate === substrate && arm.path === path && typeof wanted === "string" && arm[hash] === wanted);
    const found = alike.map((arm) => scored.filter((column) => column.arm === arm.name)).find((own) => own.length > 0);
    return { found, named: alike[0]?.name };
  };
  const [text, weights] = [alone("prompt", "textHash"), alone(second, "weightsHash")];
  if (base !== undefined && text.found !== undefined && weights.found !== undefined) {
    // A text with a seed was written by a model, which writes it once a seed for both arms; weights that meet the text at scoring are those of the arm without it.
    const written: readonly SharedDraw[] = text.found.every(({ seed }) => seed !== null) ? ["text"] : [];
    const trained: readonly SharedDraw[] = both?.both === "combined-at-scoring" ? ["weights"] : [];
    const sides = { none: sideOf([base], []), text: sideOf(text.found, written), weights: sideOf(weights.found, trained), both: sideOf(columns, [...written, ...trained]) };
    return { factors: ["prompt", second], sides };
  }
  const lack = (what: string, { found, named }: ReturnType<typeof alone>): readonly string[] =>
    found !== undefined ? [] : [named === undefined ? `it has no arm with its ${what} alone` : `${named}, with its ${what} alone, has no score to compare with`];
  const lacks = [...(base === undefined ? [`there is no score of the base on ${path}`] : []), ...lack("text", text), ...lack("weights", weights)];
  return `${name} is in no 2 × 2: ${lacks.join("; ")}.`;
}

function armsWith(columns: readonly MatrixColumn[], substrate: string): readonly (readonly MatrixColumn[])[] {
  const arms = new Map<string, MatrixColumn[]>();
  for (const column of columns) if (column.substrate === substrate) arms.set(column.arm, [...(arms.get(column.arm) ?? []), column]);
  return [...arms.values()];
}

function sideOf(columns: readonly MatrixColumn[], shares: readonly SharedDraw[]): FactorialSide {
  return { name: columns[0]?.arm ?? "", outcomes: columns.map(({ outcomes }) => outcomes), fixed: columns.length === 1 && columns[0]?.seed === null, seeds: columns.map(({ seed }) => seed), shares };
}

/** An effect's interval moved to where its cell stands on the score axis. */
export function movedBy(bounds: Interval, shift: Estimate): Interval {
  if (bounds.kind === "undefined" || shift.kind === "undefined") return bounds;
  return interval(bounds.low + shift.value, bounds.high + shift.value, bounds.level);
}
