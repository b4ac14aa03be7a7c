import { useLayoutEffect, useRef, useState } from "react";
import type { Prepared } from "../figures/figure.ts";
import { useTheme } from "../stores/theme.ts";
import styles from "./evidence.module.css";

/** A figure at the width the page gives it, or the sentence that says why there is none. */
export function FigureView({ figure }: { readonly figure: Prepared }) {
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
    <div ref={box} className={styles["figure"]}>
      {width > 0 ? figure.draw({ theme, width: Math.min(width, 1080), fontCss: null, bare: true }) : null}
    </div>
  );
}
