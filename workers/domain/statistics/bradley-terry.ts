import type { Estimate, Interval } from "./estimate.ts";
import { interval, notDefined, value } from "./estimate.ts";
import { quantileOfSorted } from "./moments.ts";
import type { RandomSource } from "./random.ts";
import { unitFrom } from "./random.ts";

/** `wins[a][b]`: how often a beat b; the diagonal is ignored. */
export type WinTable = readonly (readonly number[])[];

/** Maximum likelihood log-strengths, the first one 0, or why the likelihood has no finite maximum. */
export type Strengths = { readonly kind: "strengths"; readonly logStrengths: readonly number[] } | { readonly kind: "undefined"; readonly why: string };

/** Bradley–Terry by maximum likelihood (Newman's 2023 iteration, to 1e-13). */
export function bradleyTerry(wins: WinTable): Strengths {
  if (wins.length < 2) return notDefined("two contestants are needed");
  // Ford 1957: a finite maximum exists exactly when everyone reaches everyone along a chain of wins.
  if (!reachesAll(wins, (from, to) => wins[from]?.[to] ?? 0) || !reachesAll(wins, (from, to) => wins[to]?.[from] ?? 0)) {
    return notDefined("no finite strengths: some contestants never win or never lose against the rest");
  }
  let strengths = wins.map(() => 1);
  for (let round = 0; round < 100_000; round++) {
    const next = improved(wins, strengths);
    const moved = Math.max(...next.map((one, index) => Math.abs(Math.log(one / (strengths[index] ?? 1)))));
    strengths = next;
    if (moved < 1e-13) break;
  }
  const first = strengths[0] ?? 1;
  return { kind: "strengths", logStrengths: strengths.map((one) => Math.log(one / first)) };
}

/** Elo points of log-strengths: 400 / ln 10 a unit, their mean at `centre`. */
export function eloOf(logStrengths: readonly number[], centre = 1500): number[] {
  const mean = logStrengths.reduce((sum, one) => sum + one, 0) / logStrengths.length;
  return logStrengths.map((one) => centre + (400 / Math.LN10) * (one - mean));
}

/** Elo of each contestant with a percentile interval over resampled games; resamples without finite strengths make the interval undefined. */
export function eloWithIntervals(
  wins: WinTable,
  options: { readonly resamples: number; readonly random: RandomSource; readonly level: number },
): readonly { readonly elo: Estimate; readonly interval: Interval }[] {
  const fitted = bradleyTerry(wins);
  if (fitted.kind === "undefined") return wins.map(() => ({ elo: fitted, interval: fitted }));
  const draws: number[][] = wins.map(() => []);
  let unfitted = 0;
  for (let resample = 0; resample < options.resamples; resample++) {
    const again = bradleyTerry(resampledGames(wins, options.random));
    if (again.kind === "undefined") unfitted++;
    else eloOf(again.logStrengths).forEach((elo, index) => draws[index]?.push(elo));
  }
  const intervalOf = (elos: number[]): Interval => {
    if (unfitted > 0) return notDefined(`${unfitted} of ${options.resamples} resamples have no finite strengths: too few games`);
    const sorted = elos.toSorted((a, b) => a - b);
    return interval(quantileOfSorted(sorted, (1 - options.level) / 2), quantileOfSorted(sorted, (1 + options.level) / 2), options.level);
  };
  return eloOf(fitted.logStrengths).map((elo, index) => ({ elo: value(elo), interval: intervalOf(draws[index] ?? []) }));
}

function improved(wins: WinTable, strengths: readonly number[]): number[] {
  const current = [...strengths];
  wins.forEach((row, a) => {
    let won = 0;
    let lost = 0;
    row.forEach((count, b) => {
      if (a === b) return;
      const both = (current[a] ?? 1) + (current[b] ?? 1);
      won += (count * (current[b] ?? 1)) / both;
      lost += (wins[b]?.[a] ?? 0) / both;
    });
    current[a] = won / lost;
  });
  const scale = Math.exp(current.reduce((sum, one) => sum + Math.log(one), 0) / current.length);
  return current.map((one) => one / scale);
}

function reachesAll(wins: WinTable, count: (from: number, to: number) => number): boolean {
  const seen = new Set([0]);
  for (const from of seen) for (let to = 0; to < wins.length; to++) if (from !== to && count(from, to) > 0) seen.add(to);
  return seen.size === wins.length;
}

function resampledGames(wins: WinTable, random: RandomSource): number[][] {
  const outcomes = wins.flatMap((row, a) => row.flatMap((count, b) => (a === b || count === 0 ? [] : [{ a, b, count }])));
  const games = outcomes.reduce((sum, one) => sum + one.count, 0);
  const upTo: number[] = [];
  outcomes.reduce((sum, one) => (upTo[upTo.length] = sum + one.count), 0);
  const again = wins.map((row) => row.map(() => 0));
  for (let game = 0; game < games; game++) {
    const drawn = unitFrom(random) * games;
    const outcome = outcomes[upTo.findIndex((limit) => drawn < limit)];
    const row = outcome === undefined ? undefined : again[outcome.a];
    if (outcome !== undefined && row !== undefined) row[outcome.b] = (row[outcome.b] ?? 0) + 1;
  }
  return again;
}
