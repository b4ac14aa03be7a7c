import type { ExperimentRow } from "../../../workers/contract/views.ts";

export type Dot = {
  readonly key: string;
  readonly share: number;
  /** Pixels below the axis (above it where negative). */
  readonly lane: number;
  readonly against: "above" | "level" | "below" | "alone";
};

const laneHeight = 5;
const lanes = [0, -1, 1, -2, 2, -3, 3];

/** Dots of all runs with a score; equal scores go to the next lane so that none hides another. */
export function placeDots({ items, basePass, arms }: Pick<ExperimentRow, "items" | "basePass" | "arms">): readonly Dot[] {
  if (items === 0) return [];
  const taken = new Map<number, number>();
  return arms
    .filter((arm) => arm.substrate !== "none")
    .flatMap((arm) =>
      arm.passes.map((pass, index): Dot => {
        const used = taken.get(pass) ?? 0;
        taken.set(pass, used + 1);
        const against = basePass === null ? "alone" : pass > basePass ? "above" : pass < basePass ? "below" : "level";
        return { key: `${arm.name} ${index}`, share: pass / items, lane: (lanes[used % lanes.length] ?? 0) * laneHeight, against };
      }),
    );
}
