import { useReading } from "../stores/reading.ts";
import styles from "./evidence.module.css";

const shares = [0.6, 0.7, 0.8, 0.9, 1];

/** Whether the page leaves set-aside runs out; null where none is. */
type SetAsideChoice = { readonly left: boolean; readonly onLeave: (left: boolean) => void };

/** How outcomes are counted on every page: errors and missing answers, and what share of seeds makes a flip reliable. */
export function ReadingBar({ aside = null }: { readonly aside?: SetAsideChoice | null }) {
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
      {aside === null ? null : (
        <label>
          Set-aside runs{" "}
          <select value={aside.left ? "left" : "in"} onChange={(event) => aside.onLeave(event.target.value === "left")}>
            <option value="in">are counted</option>
            <option value="left">are left out</option>
          </select>
        </label>
      )}
    </div>
  );
}
