import { useMemo, useState, type ReactNode } from "react";
import { Evidence } from "../../../components/evidence.tsx";
import { FigureView } from "../../../components/figure-view.tsx";
import { labelFlows } from "../../../figures/label-flows/label-flows.ts";
import type { FigureSource } from "../../../figures/source.ts";
import { ArmLabels } from "./arm-labels.tsx";
import { labelsSentence } from "./labels-sentence.ts";
import { UnstablePairs } from "./unstable-pairs.tsx";
import styles from "../../../components/evidence.module.css";

/** Where predictions move: from the base's labels to the runs', and how both compare with gold. */
export function LabelsTab({ experimentId }: { readonly experimentId: string }) {
  return <Evidence experimentId={experimentId}>{(source, reading) => <Labels experimentId={experimentId} source={source} reading={reading} />}</Evidence>;
}

function Labels({ experimentId, source, reading }: { readonly experimentId: string; readonly source: FigureSource; readonly reading: ReactNode }) {
  const figure = useMemo(() => labelFlows.prepare(source), [source]);
  const arms = source.analysis.arms.filter((arm) => arm.all.runs.length > 0);
  const [name, setName] = useState<string | null>(null);
  const arm = arms.find((one) => one.name === name) ?? [...arms].sort((a, b) => b.all.runs.length - a.all.runs.length)[0];
  return (
    <>
      <p className={styles["say"]}>{labelsSentence(source.analysis)}</p>
      {reading}
      {arms.length > 1 ? (
        <label className={styles["choice"]}>
          Arm{" "}
          <select value={arm?.name ?? ""} onChange={(event) => setName(event.target.value)}>
            {arms.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>
      ) : null}
      {arm === undefined ? null : (
        <>
          <UnstablePairs figures={arm.all} matrix={source.matrix} experimentId={experimentId} />
          <ArmLabels key={arm.name} arm={arm} matrix={source.matrix} experimentId={experimentId} />
        </>
      )}
      <section aria-label="Label flows">
        <FigureView figure={figure} />
      </section>
    </>
  );
}
