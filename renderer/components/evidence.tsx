import type { ReactNode } from "react";
import type { FigureSource } from "../figures/source.ts";
import { Loaded } from "./loaded.tsx";
import { useFigureSource } from "./use-figure-source.ts";
import styles from "./evidence.module.css";

type Props = { readonly experimentId: string; readonly children: (source: FigureSource) => ReactNode };

/** A page of evidence: waits for an experiment's results, or says why they cannot be had. */
export function Evidence({ experimentId, children }: Props) {
  const { source, waiting } = useFigureSource(experimentId);
  if (source === undefined) return <Loaded query={waiting} what="the results">{() => null}</Loaded>;
  return <div className={styles["page"]}>{children(source)}</div>;
}
