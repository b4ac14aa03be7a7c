import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import styles from "./windowed-list.module.css";

type Props<Row> = {
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly label: string;
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
};

const overscan = 6;

/** A list that draws only the rows in sight, so that a thousand cost what twenty cost; arrow keys move between rows. */
export function WindowedList<Row>({ rows, rowHeight, label, keyOf, children }: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { top, height } = useScroll(scroller);
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + overscan);
  return (
    <div ref={scroller} className={styles["scroller"]}>
      <ul aria-label={label} className={styles["list"]} style={{ height: rows.length * rowHeight }} onKeyDown={moveFocus}>
        {rows.slice(first, last).map((row, offset) => (
          <li key={keyOf(row)} className={styles["row"]} aria-setsize={rows.length} aria-posinset={first + offset + 1} style={{ top: (first + offset) * rowHeight, height: rowHeight }}>
            {children(row)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useScroll(scroller: { readonly current: HTMLElement | null }): { readonly top: number; readonly height: number } {
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, [scroller]);
  return seen;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = event.target instanceof HTMLElement ? event.target.closest("li") : null;
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  const target = next?.querySelector("a, button");
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.focus();
}
