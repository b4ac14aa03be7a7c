import type { BillRow } from "../../../../workers/contract/views.ts";

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
