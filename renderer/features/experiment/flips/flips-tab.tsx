import { useMemo } from "react";
import type { MatrixView } from "../../../../workers/contract/views.ts";
import { classSentence } from "../../../../workers/domain/analysis/class-sentence.ts";
import { useMatrix } from "../../../client/hooks/experiment.ts";
import { Button } from "../../../components/button.tsx";
import { plural } from "../../../components/format-count.ts";
import { Loaded } from "../../../components/loaded.tsx";
import { armsOf, classesOf, leadingArm, type ItemClasses } from "../../../figures/flip-matrix/classes.ts";
import { gridOf, isBase } from "../../../figures/flip-matrix/grid.ts";
import { runStateWords } from "../../../components/state-words.ts";
import { useReading } from "../../../stores/reading.ts";
import { brushItems, openItem, useBrushed, useOpenItem } from "../../../stores/selection.ts";
import { useFlipsView } from "./flips-view-store.ts";
import { ItemDrawer } from "./item/item-drawer.tsx";
import { ItemSearch } from "./item-search.tsx";
import { Legend } from "./legend.tsx";
import { arrange } from "./matrix/build-scene.ts";
import { MatrixCanvas } from "./matrix/matrix-canvas.tsx";
import type { FlipsView } from "./model/view.ts";
import { Toolbar } from "./toolbar.tsx";
import styles from "./flips.module.css";

/** The matrix of items × runs: which items flip, and under how many seeds. */
export function FlipsTab({ experimentId }: { readonly experimentId: string }) {
  const matrix = useMatrix(experimentId);
  return (
    <Loaded query={matrix} what="the matrix">
      {(view) => <Flips experimentId={experimentId} matrix={view} />}
    </Loaded>
  );
}

function Flips({ experimentId, matrix }: { readonly experimentId: string; readonly matrix: MatrixView }) {
  const rule = useReading();
  const [view, change] = useFlipsView(experimentId);
  const open = useOpenItem(experimentId);
  const brushedList = useBrushed(experimentId);
  const brushed = useMemo(() => new Set(brushedList), [brushedList]);
  const arm = armsOf(matrix).find((name) => name === view.arm) ?? leadingArm(matrix) ?? "";
  const grid = useMemo(() => gridOf(matrix), [matrix]);
  const { counting, reliableShare, leaveOutSetAside } = rule;
  const classes = useMemo(() => classesOf(matrix, arm, { counting, reliableShare, leaveOutSetAside }), [matrix, arm, counting, reliableShare, leaveOutSetAside]);
  // Brushing changes the arrangement only while brushed items are all that is shown.
  const filtered = view.filter === "brushed" ? brushed : nothing;
  const arranged = useMemo(() => arrange({ matrix, grid, classes, view, brushed: filtered }), [matrix, grid, classes, view, filtered]);
  const brush = (items: readonly number[], add: boolean) => brushItems(experimentId, add ? toggled(brushedList, items) : items);
  if (matrix.items.length === 0) return <p className={styles["alone"]}>This task has no test items, so there is nothing to compare.</p>;
  return (
    <div className={open === null ? styles["page"] : `${styles["page"] ?? ""} ${styles["withDrawer"] ?? ""}`}>
      <div className={styles["main"]}>
        <p className={styles["summary"]}>{summary(matrix, classes)}</p>
        <Toolbar matrix={matrix} classes={classes} view={view} brushed={brushed.size} onChange={change} />
        <div className={styles["line"]}>
          <ItemSearch text={view.search} onChange={(search) => change({ search })} />
          <BrushLine items={brushedList} onClear={() => brushItems(experimentId, [])} />
          <Legend ground={view.ground} />
        </div>
        {arranged.rows.length === 0 ? (
          <Empty says={whyEmpty(view, matrix)}>
            <Button onClick={() => change({ filter: "all", label: null, search: "" })}>Show all {matrix.items.length}</Button>
          </Empty>
        ) : (
          <MatrixCanvas arranged={arranged} openItem={open} brushed={brushed} onOpen={(item) => openItem(experimentId, item)} onBrush={brush} />
        )}
      </div>
      {open === null || open >= matrix.items.length ? null : (
        <ItemDrawer experimentId={experimentId} itemIndex={open} matrix={matrix} classes={classes} onClose={() => openItem(experimentId, null)} />
      )}
    </div>
  );
}

const nothing: ReadonlySet<number> = new Set();

function BrushLine({ items, onClear }: { readonly items: readonly number[]; readonly onClear: () => void }) {
  if (items.length === 0) return <span className={styles["quiet"]}>Drag over rows to brush items; Enter or a click opens one.</span>;
  return (
    <span>
      {plural(items.length, "item")} brushed{items.length <= 8 ? `: ${items.map((item) => item + 1).join(", ")}` : ""} <Button kind="link" onClick={onClear}>Clear</Button>
    </span>
  );
}

function Empty({ says, children }: { readonly says: string; readonly children?: React.ReactNode }) {
  return (
    <div className={styles["empty"]}>
      <p>{says}</p>
      {children}
    </div>
  );
}

/** Says what is left out of the sentence before it, where anything is. */
function summary(matrix: MatrixView, classes: ItemClasses): string {
  if (armsOf(matrix).length === 0) return "Only the base is in this experiment: without a run there is nothing that could flip.";
  const arm = armsOf(matrix).length > 1 ? `${classes.arm}: ` : "";
  const unscored = matrix.columns.filter((column) => column.arm === classes.arm && !/[pfe]/u.test(column.outcomes));
  const states = [...new Set(unscored.map((column) => runStateWords[column.state]))].join(", ");
  const missing = unscored.length === 0 ? "" : ` ${plural(unscored.length, "run has", "runs have")} no score (${states}).`;
  const base = matrix.columns.some(isBase) ? "" : " There is no base on this path, so outcomes are shown without a direction.";
  return `${arm}${classSentence({ classes })}${missing}${base}`;
}

function whyEmpty(view: FlipsView, matrix: MatrixView): string {
  if (view.search.trim() !== "") return `No item that the filter lets through contains “${view.search.trim()}”.`;
  const label = view.label === null ? "" : ` with gold ${matrix.labels[view.label] ?? "of this label"}`;
  switch (view.filter) {
    case "sensitive":
      return `No item${label} depends on the seed.`;
    case "breaks":
      return `No item${label} is broken reliably.`;
    case "differ":
      return view.sides.includes(null) ? "Choose two runs or arms, A and B, to see the items on which they differ." : `A and B pass and fail on the same items${label}.`;
    case "brushed":
      return `No item${label} is brushed. Drag over rows to brush some.`;
    case "all":
      return `There is no item${label}.`;
  }
}

/** Adds items; those that all were there already are taken away. */
function toggled(before: readonly number[], items: readonly number[]): number[] {
  const known = new Set(before);
  if (items.length === 1 && items.every((item) => known.has(item))) return before.filter((item) => !items.includes(item));
  return [...new Set([...before, ...items])].sort((a, b) => a - b);
}
