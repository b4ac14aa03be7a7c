import { useMemo, useState } from "react";
import type { ExperimentRow } from "../../../workers/contract/views.ts";
import { Button } from "../../components/button.tsx";
import { WindowedList } from "../../components/windowed-list.tsx";
import { ExperimentLine } from "./experiment-line.tsx";
import { matchesFilter } from "./matches-filter.ts";
import { axisTicks, axisWidth, axisX } from "./score-axis.tsx";
import styles from "./experiment-list.module.css";

const rowHeight = 64;
const filterFrom = 6;

export function ExperimentList({ rows }: { readonly rows: readonly ExperimentRow[] }) {
  const [filter, setFilter] = useState("");
  const shown = useMemo(() => rows.filter((row) => matchesFilter(row, filter)), [rows, filter]);
  return (
    <section className={styles["section"]}>
      <div className={styles["head"]}>
        {rows.length < filterFrom ? (
          <span>Experiment</span>
        ) : (
          <input type="search" className={styles["filter"]} placeholder="Filter by name, task, tag, note or state" aria-label="Filter the experiments" value={filter} onChange={(event) => setFilter(event.target.value)} />
        )}
        <span className={styles["state"]}>State</span>
        <svg className={styles["axis"]} width={axisWidth} height="16" role="img" aria-label="Axis of the scores, 0 to 100 percent of the items">
          {axisTicks.map((tick) => (
            <text key={tick} x={axisX(tick)} y="12" textAnchor={tick === 0 ? "start" : tick === 1 ? "end" : "middle"}>
              {tick === 1 ? "100 %" : tick * 100}
            </text>
          ))}
        </svg>
        <span className={styles["note"]}>Note and tags</span>
      </div>
      {shown.length === 0 ? (
        <p className={styles["none"]}>
          No experiment matches “{filter}”.{" "}
          <Button kind="link" onClick={() => setFilter("")}>
            Show all
          </Button>
        </p>
      ) : (
        <WindowedList rows={shown} rowHeight={rowHeight} label="Experiments" keyOf={(row) => row.id}>
          {(row) => <ExperimentLine row={row} />}
        </WindowedList>
      )}
    </section>
  );
}
