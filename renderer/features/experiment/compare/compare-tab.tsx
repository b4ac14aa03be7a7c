import { useState } from "react";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { useCompare, useExperiment } from "../../../client/hooks/experiment.ts";
import { sentenceOf } from "../../../client/lab-error.ts";
import { Loaded } from "../../../components/loaded.tsx";
import { ReadingBar } from "../../../components/reading-bar.tsx";
import { useReading } from "../../../stores/reading.ts";
import { ByKnob } from "./by-knob.tsx";
import { compareSentence } from "./compare-sentence.ts";
import { Difference } from "./difference.tsx";
import { SideSelect, type CompareSide } from "./side-select.tsx";
import styles from "../../../components/evidence.module.css";

/** Any two arms, experiments or single runs on the same task and path; and the arms by any of their settings. */
export function CompareTab({ experimentId }: { readonly experimentId: string }) {
  const experiment = useExperiment(experimentId);
  return (
    <Loaded query={experiment} what="the experiment">
      {(view) => <Compare view={view} />}
    </Loaded>
  );
}

function Compare({ view }: { readonly view: ExperimentView }) {
  const [first, last] = [view.arms[0]?.name ?? "", view.arms.at(-1)?.name ?? ""];
  const [left, setLeft] = useState<CompareSide>({ experiment: view.id, arm: first, run: null });
  const [right, setRight] = useState<CompareSide>({ experiment: view.id, arm: last, run: null });
  const { counting, reliableShare, leaveOutSetAside } = useReading();
  const same = JSON.stringify(left) === JSON.stringify(right);
  const comparison = useCompare(same ? null : { left, right, counting, reliableShare, leaveOutSetAside });
  const aside = view.runs.some((run) => run.setAside !== null) || left.experiment !== view.id || right.experiment !== view.id;
  return (
    <div className={styles["page"]}>
      <p className={styles["say"]}>
        {same ? "A and B are the same; choose two that differ." : comparison.data !== undefined ? compareSentence(comparison.data) : comparison.isError ? sentenceOf(comparison.error) : "Comparing…"}
      </p>
      <div className={styles["tools"]}>
        <SideSelect name="A" side={left} onChange={setLeft} />
        <SideSelect name="B" side={right} onChange={setRight} />
      </div>
      <ReadingBar aside={aside} />
      {comparison.data === undefined || same ? null : <Difference comparison={comparison.data} experimentId={left.experiment} />}
      <ByKnob view={view} />
    </div>
  );
}
