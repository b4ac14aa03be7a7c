import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { plural } from "../../../components/format-count.ts";
import { formatSigned } from "../../../components/format-points.ts";
import { Button } from "../../../components/button.tsx";
import { ItemLinks } from "../../../components/item-links.tsx";
import type { FigureSource } from "../../../figures/source.ts";
import { runFlips } from "./run-flips.ts";
import styles from "../../../components/evidence.module.css";

type Props = { readonly source: FigureSource; readonly runId: string; readonly onClose: () => void };

/** One run that was picked: its score and the items it wins and loses, each leading to its cell. */
export function RunPanel({ source, runId, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: "nearest" });
  }, [runId]);
  const { matrix, analysis, experiment } = source;
  const view = experiment.runs.find((run) => run.id === runId);
  const run = analysis.arms.flatMap((arm) => arm.all.runs).find((one) => one.runId === runId);
  if (view === undefined || run === undefined) return null;
  const flips = runFlips(matrix, runId);
  const name = view.seed === null ? view.arm : `${view.arm}, seed ${view.seed}`;
  const effect = run.effectPoints.kind === "value" ? `, ${formatSigned(run.effectPoints.value)} points against the base` : "";
  return (
    <section ref={panel} aria-label={name} className={styles["items"]}>
      <p>
        <b>{name}</b> ({view.batch}): {run.score.pass} of {plural(run.counted, "item")}
        {effect}
        {view.setAside === null ? "" : `; set aside: ${view.setAside}`}. <Link href={`/experiment/${experiment.id}/runs`}>All runs</Link>{" "}
        <Button kind="link" onClick={onClose}>
          Close
        </Button>
      </p>
      {flips === null ? (
        <p>There is no base on its path, so it neither wins nor loses items.</p>
      ) : (
        <>
          <ItemLinks experimentId={experiment.id} items={flips.gains} matrix={matrix} title={`▲ ${plural(flips.gains.length, "item")} won`} />
          <ItemLinks experimentId={experiment.id} items={flips.losses} matrix={matrix} title={`▼ ${plural(flips.losses.length, "item")} lost`} />
        </>
      )}
    </section>
  );
}
