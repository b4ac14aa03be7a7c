import { useLayoutEffect, useRef, useState } from "react";
import type { Prepared } from "../figures/figure.ts";
import { useTheme } from "../stores/theme.ts";
import styles from "./evidence.module.css";

type Props = { readonly figure: Prepared; /** What was pressed, by the key that the figure gave it. */ readonly onPick?: (key: string) => void };

/** A figure at the width the page gives it, or the sentence that says why there is none. */
export function FigureView({ figure, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const theme = useTheme();
  useLayoutEffect(() => {
    const watched = box.current;
    if (watched === null) return;
    const read = () => setWidth(Math.floor(watched.clientWidth));
    const observer = new ResizeObserver(read);
    observer.observe(watched);
    read();
    return () => observer.disconnect();
  }, []);
  if (figure.kind === "refused") return <p className={styles["refused"]}>{figure.why}</p>;
  return (
    <div ref={box} className={styles["figure"]} data-live={onPick !== undefined} onClick={(event) => picked(event.target, onPick)}>
      {width > 0 ? figure.draw({ theme, width: Math.min(width, 1080), fontCss: null, bare: true }) : null}
    </div>
  );
}

/** Only a pointer comes this way: by key, the tables below the figure lead to the same places. */
function picked(target: EventTarget, onPick: Props["onPick"]): void {
  const key = target instanceof Element ? target.closest("[data-hit]")?.getAttribute("data-hit") : null;
  if (key !== null && key !== undefined) onPick?.(key);
}
