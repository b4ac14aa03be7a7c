import { readPath, useReading } from "../stores/reading.ts";
import styles from "./evidence.module.css";

const shares = [0.6, 0.7, 0.8, 0.9, 1];

/** The paths an experiment was scored through, and the one on the page. */
type Paths = { readonly experimentId: string; readonly shown: string | null; readonly all: readonly string[] };

/** How outcomes are counted on every page: errors and missing answers, what share of seeds makes a flip reliable, and, where there is a choice, which path is shown and whether set-aside runs count. */
export function ReadingBar({ aside = false, paths = null }: { readonly aside?: boolean; readonly paths?: Paths | null }) {
  const { counting, reliableShare, leaveOutSetAside } = useReading();
  return (
    <div className={styles["reading"]}>
      {paths === null || paths.all.length < 2 ? null : (
        <label>
          Path{" "}
          <select value={paths.shown ?? ""} onChange={(event) => readPath(paths.experimentId, event.target.value)}>
            {paths.all.map((path) => (
              <option key={path}>{path}</option>
            ))}
          </select>
        </label>
      )}
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
      {aside ? (
        <label>
          Set-aside runs{" "}
          <select value={leaveOutSetAside ? "left" : "in"} onChange={(event) => useReading.setState({ leaveOutSetAside: event.target.value === "left" })}>
            <option value="in">are counted</option>
            <option value="left">are left out</option>
          </select>
        </label>
      ) : null}
    </div>
  );
}
