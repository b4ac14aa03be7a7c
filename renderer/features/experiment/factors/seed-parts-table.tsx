import { seedParts, type SweepCell } from "../../../../workers/domain/analysis/knob-sweep.ts";
import { Measure } from "../../../components/measure.tsx";
import styles from "../../../components/evidence.module.css";

/** How much of the spread the first weights have, and how much the order of items; nothing where they were not seeded apart. */
export function SeedPartsTable({ cells }: { readonly cells: readonly SweepCell[] }) {
  const parts = seedParts(cells);
  if (parts.length === 0) return null;
  return (
    <section aria-label="First weights and order">
      <h2>First weights and order, seeded apart</h2>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">Arm</th>
              <th scope="col">Seeds</th>
              <th scope="col" className={styles["number"]}>First weights</th>
              <th scope="col" className={styles["number"]}>Order and dropout</th>
              <th scope="col" className={styles["number"]}>Both together, and the rest</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={`${part.family} ${part.fixed} ${part.setting}`}>
                <th scope="row">
                  {part.family} {part.setting}
                </th>
                <td>
                  {part.inits} × {part.orders}
                </td>
                <td className={styles["number"]}><Measure of={part.initSd} />{part.negative.includes("init") ? <small> (estimate below 0)</small> : null}</td>
                <td className={styles["number"]}><Measure of={part.orderSd} />{part.negative.includes("order") ? <small> (estimate below 0)</small> : null}</td>
                <td className={styles["number"]}><Measure of={part.restSd} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles["note"]}>Standard deviations of scores in points, two-way analysis of variance over first-weight seeds × order seeds. With one run a cell, what both do together cannot be told from the rest.</p>
    </section>
  );
}
