import { useMemo, useState, type ReactNode } from "react";
import type { FigureSource } from "../figures/source.ts";
import { hasSetAside, withoutSetAside } from "../figures/without-set-aside.ts";
import { Loaded } from "./loaded.tsx";
import { ReadingBar } from "./reading-bar.tsx";
import { useFigureSource } from "./use-figure-source.ts";
import styles from "./evidence.module.css";

type Children = (source: FigureSource, reading: ReactNode) => ReactNode;

/** A page of evidence: waits for an experiment's results, or says why they cannot be had; hands its children how they are read. */
export function Evidence({ experimentId, children }: { readonly experimentId: string; readonly children: Children }) {
  const { source, waiting } = useFigureSource(experimentId);
  if (source === undefined) return <Loaded query={waiting} what="the results">{() => null}</Loaded>;
  return <Shown source={source}>{children}</Shown>;
}

/** Where runs were set aside, the page is shown with or without them. */
function Shown({ source, children }: { readonly source: FigureSource; readonly children: Children }) {
  const [left, setLeft] = useState(false);
  const leaveOut = left && hasSetAside(source);
  const shown = useMemo(() => (leaveOut ? withoutSetAside(source) : source), [source, leaveOut]);
  const aside = hasSetAside(source) ? { left, onLeave: setLeft } : null;
  return <div className={styles["page"]}>{children(shown, <ReadingBar aside={aside} />)}</div>;
}
