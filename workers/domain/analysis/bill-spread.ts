import type { Estimate } from "../statistics/estimate.ts";
import { notDefined } from "../statistics/estimate.ts";
import { meanScore, spreadOf } from "../statistics/spread.ts";
import { baseArmOf, noBaseOn, type PlacedArm } from "./base-arm.ts";

/** Mean and spread (sample standard deviation, n − 1) over the runs in which a quantity was measured. */
export type Measured = { readonly runs: number; readonly mean: Estimate; readonly spread: Estimate };

/** What a run did not do itself, and the run that did it: its seconds are that run's. */
export type TakenOver = { readonly what: "training" | "everything"; readonly run: string };

/** What one run cost, as far as it was measured; the unit is the field's. */
export type RunCost = {
  readonly arm: string;
  readonly seconds: Readonly<Record<string, number | null>>;
  readonly promptTokensPerCall: number | null;
  readonly artifactBytes: number | null;
  readonly peakRssMib: number | null;
  readonly peakCudaMib: number | null;
  readonly energyWh: number | null;
  /** What a writer was paid for the run's text; absent where nothing was written. */
  readonly writer?: { readonly cost: number | null };
  readonly takenOver: TakenOver | null;
};

/** What one run of an arm costs, with the spread over its runs. */
export type ArmCost = {
  readonly arm: string;
  /** Of the planned runs those with a bill so far: "5", or "2 of 5". */
  readonly runs: string;
  readonly seconds: Readonly<Record<string, Measured>>;
  readonly totalSeconds: Measured;
  readonly promptTokensPerCall: Measured;
  /** Prompt tokens a call above those of the base on the same path. */
  readonly promptTax: Measured;
  readonly artifactBytes: Measured;
  readonly peakRssMib: Measured;
  readonly peakCudaMib: Measured;
  readonly energyWh: Measured;
  readonly writerCost: Measured;
};

/** The bill arm by arm, in the order of its rows; an arm's tax is against the base on its own path and undefined without one. */
export function armCosts(rows: readonly RunCost[], arms: readonly PlacedArm[]): readonly ArmCost[] {
  return [...new Set(rows.map((row) => row.arm))].map((arm) => {
    const own = rows.filter((row) => row.arm === arm);
    const phases = [...new Set(own.flatMap((row) => Object.keys(row.seconds)))].filter((phase) => own.some((row) => row.seconds[phase] != null));
    const of = (read: (row: RunCost) => number | null): Measured => measured(own.map(read));
    const base = basePromptTokens(rows, arms, arm);
    const billed = own.filter((row) => total(Object.values(row.seconds)) !== null).length;
    return {
      arm,
      runs: billed === own.length ? String(billed) : `${billed} of ${own.length}`,
      seconds: Object.fromEntries(phases.map((phase) => [phase, of((row) => row.seconds[phase] ?? null)])),
      totalSeconds: of((row) => total(Object.values(row.seconds))),
      promptTokensPerCall: of((row) => row.promptTokensPerCall),
      promptTax: base.kind === "undefined" ? nothing(base.why) : of((row) => (row.promptTokensPerCall === null ? null : row.promptTokensPerCall - base.value)),
      artifactBytes: of((row) => row.artifactBytes),
      peakRssMib: of((row) => row.peakRssMib),
      peakCudaMib: of((row) => row.peakCudaMib),
      energyWh: energyOf(own),
      writerCost: of((row) => row.writer?.cost ?? null),
    };
  });
}

/** Prompt tokens a call of the base that an arm is compared with. */
function basePromptTokens(rows: readonly RunCost[], arms: readonly PlacedArm[], arm: string): Estimate {
  const base = baseArmOf(arms, arm);
  if (base === null) return notDefined(noBaseOn(arms, arm));
  const { mean } = measured(rows.filter((row) => row.arm === base).map((row) => row.promptTokensPerCall));
  return mean.kind === "value" ? mean : notDefined(`the prompts of ${base} were not counted`);
}

/** What was taken over drew its power in another run, so the rest of such a run is not what a run of the arm draws. */
function energyOf(own: readonly RunCost[]): Measured {
  const found = measured(own.map((row) => (row.takenOver === null ? row.energyWh : null)));
  const from = own.find((row) => row.takenOver !== null)?.takenOver;
  return found.runs === 0 && from != null ? nothing(`taken over from run ${from.run}`) : found;
}

/** Mean and spread of what is known. */
export function measured(values: readonly (number | null)[]): Measured {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? nothing("it was not measured") : { runs: known.length, mean: meanScore(known), spread: spreadOf(known) };
}

function nothing(why: string): Measured {
  return { runs: 0, mean: notDefined(why), spread: notDefined(why) };
}

function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
