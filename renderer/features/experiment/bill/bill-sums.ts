import type { BillRow } from "../../../../workers/contract/views.ts";
import type { ArmCost } from "../../../../workers/domain/analysis/bill-spread.ts";
import { formatCount, plural } from "../../../components/format-count.ts";
import { formatDuration } from "../../../components/format-duration.ts";

export const phases = ["load", "compile", "train", "save", "score"] as const;
export type Phase = (typeof phases)[number];

/** Sums over the runs of one arm; null where no run was measured, and how many were. */
export type ArmBill = {
  readonly arm: string;
  readonly runs: readonly BillRow[];
  readonly seconds: Readonly<Record<Phase, number | null>>;
  readonly totalSeconds: number | null;
  readonly energyWh: number | null;
};

/** The bill arm by arm, in the order of its rows. */
export function billByArm(rows: readonly BillRow[]): readonly ArmBill[] {
  return [...new Set(rows.map((row) => row.arm))].map((arm) => {
    const runs = rows.filter((row) => row.arm === arm);
    const seconds = Object.fromEntries(phases.map((phase) => [phase, sumOf(runs.map((row) => row.seconds[phase]))])) as Record<Phase, number | null>;
    return { arm, runs, seconds, totalSeconds: sumOf(Object.values(seconds)), energyWh: sumOf(runs.map((row) => row.energyWh)) };
  });
}

/** The sum of what is known, null where nothing is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** What all runs took together, and what each arm's prompts have above those of the base on its path. */
export function billSentence(arms: readonly ArmBill[], costs: readonly ArmCost[]): string {
  const rows = arms.flatMap((arm) => arm.runs);
  const seconds = sumOf(rows.map((row) => row.workSeconds));
  if (seconds === null) return "Nothing has been measured yet: no run has finished a phase.";
  const taken = rows.filter((row) => row.takenOver !== null).length;
  const once = taken === 0 ? "" : ` What ${plural(taken, "run")} took over from another run is not counted again.`;
  const energy = sumOf(arms.map((arm) => arm.energyWh));
  const power = energy === null ? "Energy is not known: no power readings were taken while it ran." : `${energy.toFixed(1)} Wh where power was read.`;
  const taxes = costs.flatMap(({ arm, promptTax: { mean } }) => {
    const tokens = mean.kind === "value" ? Math.round(mean.value) : 0;
    return tokens <= 0 ? [] : [`${arm} adds ${formatCount(tokens)} prompt tokens to every call.`];
  });
  return [`${plural(rows.length, "run")} took ${formatDuration(seconds * 1000)} of work.${once}`, ...taxes, power].join(" ");
}
