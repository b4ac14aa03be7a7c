import { useReading } from "../stores/reading.ts";
import styles from "./evidence.module.css";

const shares = [0.6, 0.7, 0.8, 0.9, 1];

/** How outcomes are counted on every page: errors and missing answers, and what share of seeds makes a flip reliable. */
export function ReadingBar() {
  const { counting, reliableShare } = useReading();
  return (
    <div className={styles["reading"]}>
      <label>
        Errors and missing answers{" "}
        <select value={counting} onChange={(event) => useReading.setState({ counting: event.target.value === "as-fail" ? "as-fail" : "exclude" })}>
          <option value="exclude">are left out</option>
          <option value="as-fail">count as wrong</option>
        </select>
      </label>
      <label>
        A flip is reliable from{" "}
        <select value={reliableShare} onChange={(event) => useReading.setState({ reliableShare: Number(event.target.value) })}>
          {shares.map((share) => (
            <option key={share} value={share}>
              {Math.round(share * 100)} % of the seeds
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
