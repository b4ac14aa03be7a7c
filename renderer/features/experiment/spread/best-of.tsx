import type { ArmFigures } from "../../../../workers/domain/analysis/analysis.ts";
import { formatPoints } from "../../../components/format-points.ts";
import styles from "../../../components/evidence.module.css";

/** What the luck of picking the best is worth, wherever a best seed is named. */
export function BestOf({ figures }: { readonly figures: ArmFigures }) {
  const { best, runs, meanPoints } = figures;
  if (best.observedPoints.kind === "undefined" || meanPoints.kind === "undefined" || runs.length < 2) return null;
  const seeds = runs.filter((run) => best.runIds.includes(run.runId)).map((run) => run.seed);
  const picked = best.expectedPoints.filter(({ n }) => n === 1 || n === 2 || n === 3 || n === 5 || n === 10 || n === runs.length);
  return (
    <p className={styles["note"]}>
      Best: {seeds.length === 1 ? "seed" : "seeds"} {seeds.join(", ")} with {formatPoints(best.observedPoints.value)} %. That is what picking gives, not what a seed gives: the expected best of{" "}
      {picked.map(({ n, points }) => `${n} is ${formatPoints(points)}`).join(", of ")} %.
    </p>
  );
}
