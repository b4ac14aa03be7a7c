import { useState } from "react";
import type { MatrixView } from "../../../../workers/contract/views.ts";
import type { ArmAnalysis, LabelFigures } from "../../../../workers/domain/analysis/analysis.ts";
import { ItemLinks } from "../../../components/item-links.tsx";
import { LabelTable, type LabelCell } from "./label-table.tsx";
import styles from "../../../components/evidence.module.css";

type Props = { readonly arm: ArmAnalysis; readonly matrix: MatrixView; readonly experimentId: string };
type Opened = { readonly title: string; readonly items: readonly number[] };

/** One arm's moves against the base and its confusion with gold, over all runs or for one of them. */
export function ArmLabels({ arm, matrix, experimentId }: Props) {
  const [run, setRun] = useState<number | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { labels, runs } = arm.all;
  if (labels === null) return <p className={styles["refused"]}>{arm.name}: not every run has predictions, so where they move is undefined.</p>;
  const open = (title: string) => (cell: LabelCell) => setOpened({ title: `${title}: ${nameOf(labels, cell.row)} → ${nameOf(labels, cell.column)}`, items: cell.items });
  const flows = flowCells(labels, run);
  const confusion = confusionCells(labels, run);
  return (
    <section aria-label={arm.name}>
      <div className={styles["tools"]}>
        <h2>{arm.name}</h2>
        <label>
          Over{" "}
          <select className={styles["select"]} value={run ?? ""} onChange={(event) => setRun(event.target.value === "" ? null : Number(event.target.value))}>
            <option value="">{runs.length === 1 ? "its run" : runs.length === 2 ? "both runs together" : `all ${runs.length} runs together`}</option>
            {runs.map((one, at) => (
              <option key={one.runId} value={at}>
                {one.seed === null ? arm.name : `seed ${one.seed}`}
              </option>
            ))}
          </select>
        </label>
      </div>
      {flows.length === 0 ? (
        <p className={styles["refused"]}>The base has no predictions on this path, so moves from its labels are undefined.</p>
      ) : (
        <LabelTable labels={labels.labels} cells={flows} title="From the base's label to the run's; ▲ towards gold, ▼ away from it" rowTitle="base" columnTitle="run" onOpen={open("Base → run")} />
      )}
      {confusion === null ? (
        <p className={styles["refused"]}>Confusion with gold is undefined: the task has no gold labels.</p>
      ) : (
        <LabelTable labels={labels.labels} cells={confusion} title="Gold against what the runs say" rowTitle="gold" columnTitle="run" onOpen={open("Gold → run")} />
      )}
      {opened === null ? null : <ItemLinks experimentId={experimentId} items={opened.items} matrix={matrix} title={opened.title} onClose={() => setOpened(null)} />}
    </section>
  );
}

function flowCells(labels: LabelFigures, run: number | null): LabelCell[] {
  const flows = run === null ? labels.flows : (labels.flowsByRun[run] ?? []);
  return flows.map((flow) => ({ row: flow.from, column: flow.to, count: flow.count, items: flow.items, gains: flow.gains, losses: flow.losses }));
}

function confusionCells(labels: LabelFigures, run: number | null): LabelCell[] | null {
  const cells = run === null ? labels.confusion : (labels.confusionByRun?.[run] ?? null);
  return cells === null ? null : cells.map((cell) => ({ row: cell.gold, column: cell.predicted, count: cell.count, items: cell.items }));
}

function nameOf(labels: LabelFigures, label: number): string {
  return labels.labels[label] ?? "no readable answer";
}
