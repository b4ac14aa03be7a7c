import { Measure } from "../../../components/measure.tsx";
import type { BatchFigures } from "./batches.ts";
import styles from "../../../components/evidence.module.css";

/** What each batch of an arm's seeds says by itself: a pilot is no part of the batch after it. */
export function BatchTable({ batches }: { readonly batches: readonly BatchFigures[] }) {
  if (batches.length === 0) return null;
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]} aria-label="Seeds by batch">
        <thead>
          <tr>
            <th scope="col">Batch</th>
            <th scope="col">Seeds</th>
            <th scope="col" className={styles["number"]}>Mean, %</th>
            <th scope="col" className={styles["number"]}>Spread (n − 1), points</th>
          </tr>
        </thead>
        <tbody>
          {batches.map(({ batch, seeds, mean, spread }) => (
            <tr key={batch}>
              <th scope="row">{batch}</th>
              <td>{seeds.map((seed) => seed ?? "–").join(", ")}</td>
              <td className={styles["number"]}>
                <Measure of={mean} />
              </td>
              <td className={styles["number"]}>
                <Measure of={spread} write={(value) => value.toFixed(2)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
