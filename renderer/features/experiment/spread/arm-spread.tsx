import type { ArmAnalysis } from "../../../../workers/domain/analysis/analysis.ts";
import type { FigureSource } from "../../../figures/source.ts";
import { ArmFiguresTable } from "./arm-figures-table.tsx";
import { BatchTable } from "./batch-table.tsx";
import { batchFigures } from "./batches.ts";
import { BestOf } from "./best-of.tsx";
import { DesignQuestion } from "./design-question.tsx";
import { RunTable } from "./run-table.tsx";
import styles from "../../../components/evidence.module.css";

type Props = { readonly arm: ArmAnalysis; readonly source: FigureSource; readonly experimentId: string };

/** One arm: its figures with and without set-aside runs, every run, the luck of the best, and what the design could see. */
export function ArmSpread({ arm, source, experimentId }: Props) {
  const { items } = source.analysis;
  const batches = batchFigures(arm.all.runs, new Map(source.experiment.runs.map((run) => [run.id, run])));
  return (
    <section aria-label={arm.name}>
      <h2>{arm.name}</h2>
      {arm.finished < arm.planned ? (
        <p className={styles["note"]}>
          {arm.finished} of {arm.planned} planned runs have a score; what is missing is not counted.
        </p>
      ) : null}
      <ArmFiguresTable arm={arm} />
      <BatchTable batches={batches} />
      <RunTable arm={arm} source={source} experimentId={experimentId} />
      <BestOf figures={arm.all} />
      <DesignQuestion figures={arm.all} items={items} />
    </section>
  );
}
