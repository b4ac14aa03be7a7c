import { useState } from "react";
import type { ArmFigures } from "../../../../workers/domain/analysis/analysis.ts";
import { drawsNothing } from "../../../../workers/domain/analysis/effect-clause.ts";
import { whatItTakes } from "../../../../workers/domain/analysis/design-question.ts";
import type { Estimate } from "../../../../workers/domain/statistics/estimate.ts";
import { formatCount } from "../../../components/format-count.ts";
import { formatPoints } from "../../../components/format-points.ts";
import { Measure } from "../../../components/measure.tsx";
import styles from "../../../components/evidence.module.css";

/** What this design could have seen, and what a wanted effect would take. */
export function DesignQuestion({ figures, items }: { readonly figures: ArmFigures; readonly items: number }) {
  const [wanted, setWanted] = useState("2");
  const { design, variance, runs } = figures;
  const seedless = drawsNothing(figures);
  const effect = Number(wanted.replace(",", "."));
  const answer = Number.isFinite(effect) && effect > 0 ? whatItTakes(variance, { seeds: seedless ? null : runs.length, items }, effect) : null;
  if (design.theseItemsPoints.kind === "undefined" && design.itemsLikeThesePoints.kind === "undefined") {
    return (
      <div>
        <h3>What could this design have seen?</h3>
        <p className={styles["note"]}>
          It is <Measure of={design.itemsLikeThesePoints} />
          {runs.length === 1 && figures.classes.withBase ? "; with another seed it can be said" : ""}.
        </p>
      </div>
    );
  }
  const seeds = runs.length === 1 ? "1 seed" : `${runs.length} seeds`;
  return (
    <div>
      <h3>What could this design have seen?</h3>
      {seedless ? (
        <p className={styles["note"]}>
          With {items} items and nothing drawn by a seed, found in 80 % of repeats at α = 0.05: on items like these <Measure of={design.itemsLikeThesePoints} /> points (<Measure of={design.itemsLikeThese} /> items).
        </p>
      ) : (
        <p className={styles["note"]}>
          With {seeds} on {items} items, found in 80 % of repeats at α = 0.05: on these items <Measure of={design.theseItemsPoints} /> points (<Measure of={design.theseItems} /> items), on items like these{" "}
          <Measure of={design.itemsLikeThesePoints} /> points (<Measure of={design.itemsLikeThese} /> items).
        </p>
      )}
      <label className={styles["note"]}>
        An effect of{" "}
        <input className={styles["select"]} inputMode="decimal" size={4} value={wanted} onChange={(event) => setWanted(event.target.value)} /> points {answer === null ? "must be a number above zero." : "would take:"}
      </label>
      {answer === null ? null : (
        <table className={styles["table"]}>
          <tbody>
            {seedless ? null : <Needed what="seeds, on these items" of={answer.seedsOnTheseItems} />}
            {seedless ? null : <Needed what={`seeds, on ${items} items like these`} of={answer.seedsOnItemsLikeThese} />}
            <Needed what={seedless ? "items like these" : `items like these, with ${seeds}`} of={answer.itemsWithTheseSeeds} />
          </tbody>
        </table>
      )}
    </div>
  );
}

function Needed({ what, of: estimate }: { readonly what: string; readonly of: Estimate }) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>
        <Count of={estimate} />
      </td>
    </tr>
  );
}

function Count({ of: estimate }: { readonly of: Estimate }) {
  return <Measure of={estimate} write={(value) => (value >= 1000 ? formatCount(Math.ceil(value)) : formatPoints(Math.ceil(value), 0))} />;
}
