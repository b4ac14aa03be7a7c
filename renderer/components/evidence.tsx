import { useMemo, type ReactNode } from "react";
import type { FigureSource } from "../figures/source.ts";
import { hasSetAside, withoutSetAside } from "../figures/without-set-aside.ts";
import { useReading } from "../stores/reading.ts";
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
  const aside = hasSetAside(source);
  const leaveOut = useReading((store) => store.leaveOutSetAside) && aside;
  const shown = useMemo(() => (leaveOut ? withoutSetAside(source) : source), [source, leaveOut]);
  const { experiment, analysis } = source;
  const paths = { experimentId: experiment.id, shown: analysis.path, all: [...new Set(experiment.arms.map((arm) => arm.path))] };
  const reading = (
    <>
      <ReadingBar aside={aside} paths={paths} />
      {analysis.elsewhere.length === 0 ? null : (
        <p className={styles["note"]}>
          Results are compared inside one path only, so this page leaves out {analysis.elsewhere.map(({ arm, path }) => `${arm} (${path})`).join(", ")}. Choose their path to see them.
        </p>
      )}
    </>
  );
  return <div className={styles["page"]}>{children(shown, reading)}</div>;
}
