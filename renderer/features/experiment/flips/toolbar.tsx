import { useRef } from "react";
import type { MatrixView } from "../../../../workers/contract/views.ts";
import { Button } from "../../../components/button.tsx";
import { useShortcut } from "../../../components/shortcuts.ts";
import { armsOf, sensitive, type ItemClasses } from "../../../figures/flip-matrix/classes.ts";
import { useReading } from "../../../stores/reading.ts";
import { hasMargins } from "./model/arrange.ts";
import { rowOrders, rowOrderWords, type ColumnOrder, type FlipsView, type ItemFilter, type RowOrder } from "./model/view.ts";
import { SidePicker } from "./side-picker.tsx";
import styles from "./flips.module.css";

type Props = {
  readonly matrix: MatrixView;
  readonly classes: ItemClasses;
  readonly view: FlipsView;
  readonly brushed: number;
  readonly onChange: (change: Partial<FlipsView>) => void;
};

/** What is in sight and in which order. */
export function Toolbar({ matrix, classes, view, brushed, onChange }: Props) {
  const filters = useRef<HTMLDivElement>(null);
  useShortcut("f", "Filter the items", () => filters.current?.querySelector("button")?.focus());
  const moving = classes.byItem.filter((name) => sensitive.has(name)).length;
  const breaks = classes.counts["reliable-break"];
  const toggle = (filter: ItemFilter, words: string) => (
    <Button kind="toggle" aria-pressed={view.filter === filter} onClick={() => onChange({ filter })}>
      {words}
    </Button>
  );
  return (
    <div className={styles["tools"]} role="toolbar" aria-label="Items and order">
      <div ref={filters} className={styles["group"]}>
        {toggle("all", `All ${matrix.items.length}`)}
        {toggle("sensitive", `Seed-sensitive ${moving}`)}
        {toggle("breaks", `Reliable breaks ${breaks}`)}
        {toggle("differ", "A and B differ")}
        {brushed === 0 && view.filter !== "brushed" ? null : toggle("brushed", `Brushed ${brushed}`)}
      </div>
      {view.filter === "differ" ? <SidePicker matrix={matrix} sides={view.sides} onChange={(sides) => onChange({ sides })} /> : null}
      {hasMargins(matrix) ? (
        <select aria-label="Cells show" value={view.ground} onChange={(event) => onChange({ ground: event.target.value === "margin" ? "margin" : "outcome" })}>
          <option value="outcome">Cells: outcome</option>
          <option value="margin">Cells: margin</option>
        </select>
      ) : null}
      <Selects matrix={matrix} classes={classes} view={view} onChange={onChange} />
    </div>
  );
}

function Selects({ matrix, classes, view, onChange }: Omit<Props, "brushed">) {
  const arms = armsOf(matrix);
  const leaveOut = useReading((store) => store.leaveOutSetAside);
  const golds = [...new Set(matrix.items.map((item) => item.gold))].sort((a, b) => a - b);
  const orders = rowOrders.filter((order) => order !== "margin" || hasMargins(matrix));
  return (
    <>
      {arms.length > 1 ? (
        <select aria-label="Classes of" value={classes.arm} onChange={(event) => onChange({ arm: event.target.value })}>
          {arms.map((arm) => (
            <option key={arm} value={arm}>
              Classes: {arm}
            </option>
          ))}
        </select>
      ) : null}
      <select aria-label="Gold label" value={view.label ?? ""} onChange={(event) => onChange({ label: event.target.value === "" ? null : Number(event.target.value) })}>
        <option value="">Gold: any label</option>
        {golds.map((gold) => (
          <option key={gold} value={gold}>
            Gold: {matrix.labels[gold] ?? "unknown"}
          </option>
        ))}
      </select>
      <select aria-label="Rows by" value={view.rows} onChange={(event) => onChange({ rows: orders.find((order) => order === event.target.value) ?? "class" })}>
        {orders.map((order: RowOrder) => (
          <option key={order} value={order}>
            Rows: {rowOrderWords[order]}
          </option>
        ))}
      </select>
      <select aria-label="Columns by" value={view.columns} onChange={(event) => onChange({ columns: columnOrder(event.target.value) })}>
        <option value="seed">Columns: seed</option>
        <option value="score">Columns: score</option>
      </select>
      {matrix.columns.some((column) => column.setAside !== null) ? (
        <select aria-label="Set-aside runs" value={leaveOut ? "left" : "in"} onChange={(event) => useReading.setState({ leaveOutSetAside: event.target.value === "left" })}>
          <option value="in">Set aside: counted</option>
          <option value="left">Set aside: left out</option>
        </select>
      ) : null}
    </>
  );
}

function columnOrder(word: string): ColumnOrder {
  return word === "score" ? "score" : "seed";
}
