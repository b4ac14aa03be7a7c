import Table from "cli-table3";
import { dataOf, missingSquares, squaresOf, type FactorialData, type Square } from "../../../renderer/figures/factorial/factorial-data.ts";
import type { FigureSource } from "../../../renderer/figures/source.ts";
import { sweepCells } from "../../../renderer/figures/sweep/sweep-data.ts";
import { eloTable, onlyBothRight, type EloRow, type OnlyBoth } from "../../domain/analysis/factorial.ts";
import { knobSweeps, knobWords, seedParts, type KnobSweep, type SeedParts } from "../../domain/analysis/knob-sweep.ts";
import { intervalWords, plainNumber, signedNumber } from "../../domain/analysis/words.ts";
import type { Estimate, Interval } from "../../domain/statistics/estimate.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { findExperiment } from "../find-experiment.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { plainStyle, tableText } from "../tables/table-style.ts";
import type { Terminal } from "../terminal.ts";
import { counted } from "../words.ts";
import { readResults } from "./results.ts";

type SquareResult = { readonly factorial: FactorialData; readonly elo: readonly EloRow[]; readonly onlyBoth: readonly OnlyBoth[] };

/** `flipbook factors EXP`: text and weights alone and together, score and spread by every setting of a grid, and the seeds' parts. */
export function factorsCommand(named: string, options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async (session) => {
    const { terminal, json, engine } = session;
    const { id } = await findExperiment(session, named);
    const [results, losses] = await Promise.all([readResults(engine, id), engine.api.experiment.losses.query({ id })]);
    const source: FigureSource = { ...results, losses };
    const found = squaresOf(source);
    const squares = typeof found === "string" ? [] : found.map((square) => resultOf(source, square));
    const missing = missingSquares(source);
    const cells = sweepCells(source);
    const [sweeps, parts] = [knobSweeps(cells), seedParts(cells)];
    if (json) printJson(terminal, { squares, missing, sweeps, seedParts: parts });
    else if (squares.length + sweeps.length + parts.length === 0) terminal.out(`${typeof found === "string" ? found : "Nothing was varied."}\nNo setting was varied with a grid either.\n`);
    else terminal.out([...squares.map((square) => squareText(square, terminal)), ...missing.map((says) => `${says}\n`), ...sweeps.map((sweep) => sweepText(sweep, terminal)), ...parts.map(partsText)].join("\n"));
    return exitCodes.ok;
  });
}

function resultOf(source: FigureSource, square: Square): SquareResult {
  const { sides } = square;
  const { settings, items } = source.analysis;
  return { factorial: dataOf(source, square), elo: eloTable([sides.none, sides.text, sides.weights, sides.both], items, settings), onlyBoth: onlyBothRight(sides, items, settings) };
}

function squareText({ factorial, elo, onlyBoth }: SquareResult, { colours }: Terminal): string {
  const table = new Table({ head: ["arm", "runs", "score", "against the base", "these items", "items like these", "Elo", "its interval"], ...plainStyle(colours) });
  for (const [at, cell] of factorial.cells.entries()) {
    const [effect, these, like] = at === 0 ? ["the base", "", bounds(factorial.baseScore)] : [said(cell.effect, signedNumber), bounds(cell.theseItems), bounds(cell.itemsLikeThese)];
    const row = elo[at];
    table.push([colours.bold(cell.name), String(cell.runs), said(cell.points, plainNumber), effect, these, like, row === undefined ? "" : said(row.elo, whole), row === undefined ? "" : bounds(row.interval, 0)]);
  }
  const { interaction, added, factors } = factorial;
  const [, text, weights, both] = factorial.cells;
  table.push(["interaction", "", "", said(interaction.points, signedNumber), bounds(interaction.theseItems), bounds(interaction.itemsLikeThese), "", `both − ${factors[0]} − ${factors[1]} + base`]);
  table.push(...[{ name: `${both.name} − ${weights.name}`, of: added.text, says: "what the text adds to the weights" }, { name: `${both.name} − ${text.name}`, of: added.weights, says: "what the weights add to the text" }].map(({ name, of, says }) => [name, "", "", said(of.points, signedNumber), bounds(of.theseItems), bounds(of.itemsLikeThese), "", says]));
  const only = onlyBoth.length === 0 ? "No item is got right by both alone." : `Only both gets ${counted(onlyBoth.length, "item")} right: ${onlyBoth.map(({ item }) => item + 1).join(", ")}.`;
  const why = reasons([...factorial.cells.slice(1).flatMap((cell) => [cell.points, cell.effect, cell.theseItems, cell.itemsLikeThese]), ...[interaction, added.text, added.weights].flatMap(({ points, theseItems, itemsLikeThese }) => [points, theseItems, itemsLikeThese]), factorial.baseScore, ...elo.flatMap((row) => [row.elo, row.interval])]);
  return `${colours.bold(`${factors.join(" and ")}, alone and together`)}\n${tableText(table)}\nThe interval of ${factorial.cells[0].name} is Wilson's, of its score over items and not over seeds.\n${why}${only}\n`;
}

/** A reason is said once, under the table. */
function reasons(figures: readonly (Estimate | Interval)[]): string {
  return [...new Set(figures.flatMap((figure) => (figure.kind === "undefined" ? [figure.why] : [])))].map((why) => `undefined: ${why}\n`).join("");
}

function sweepText({ family, knob, lines }: KnobSweep, { colours }: Terminal): string {
  const table = new Table({ head: [knobWords(knob), "other settings", "runs", "mean", "spread (n − 1)", "scores"], ...plainStyle(colours) });
  for (const { name, points } of lines) {
    for (const { value, mean, spread, scores } of points) {
      table.push([String(value), name, String(scores.length), said(mean, plainNumber), said(spread, plainNumber), scores.map((score) => plainNumber(score)).join(" ")]);
    }
  }
  return `${colours.bold(`${family} by ${knobWords(knob)}`)}\n${tableText(table)}\n${reasons(lines.flatMap(({ points }) => points.flatMap(({ mean, spread }) => [mean, spread])))}`;
}

function partsText({ family, setting, inits, orders, initSd, orderSd, restSd }: SeedParts): string {
  const why = reasons([initSd, orderSd, restSd]);
  return `${family} ${setting}: ${inits} first-weight seeds × ${orders} order seeds; standard deviation in points: first weights ${said(initSd, plainNumber)}, order ${said(orderSd, plainNumber)}, both together and the rest ${said(restSd, plainNumber)}\n${why}`;
}

function said(estimate: Estimate, write: (value: number) => string): string {
  return estimate.kind === "value" ? write(estimate.value) : "undefined";
}

function bounds(interval: Interval, decimals = 1): string {
  return interval.kind === "interval" ? intervalWords(interval, decimals) : "undefined";
}

function whole(value: number): string {
  return plainNumber(value, 0);
}
