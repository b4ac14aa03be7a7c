import { useMemo, useState, type ReactNode } from "react";
import { Evidence } from "../../../components/evidence.tsx";
import { FigureView } from "../../../components/figure-view.tsx";
import type { FigureSource } from "../../../figures/source.ts";
import { spread } from "../../../figures/spread/spread.ts";
import { ArmSpread } from "./arm-spread.tsx";
import { RunPanel } from "./run-panel.tsx";
import { spreadSentence } from "./spread-sentence.ts";
import styles from "../../../components/evidence.module.css";

/** Every run's score against the base, and what the seeds let one say. */
export function SpreadTab({ experimentId }: { readonly experimentId: string }) {
  return <Evidence experimentId={experimentId}>{(source, reading) => <Spread experimentId={experimentId} source={source} reading={reading} />}</Evidence>;
}

function Spread({ experimentId, source, reading }: { readonly experimentId: string; readonly source: FigureSource; readonly reading: ReactNode }) {
  const figure = useMemo(() => spread.prepare(source), [source]);
  const [picked, setPicked] = useState<string | null>(null);
  return (
    <>
      <p className={styles["say"]}>{spreadSentence(source.analysis)}</p>
      {reading}
      <section aria-label="Scores over seeds">
        <FigureView figure={figure} onPick={setPicked} />
        {picked === null ? null : <RunPanel source={source} runId={picked} onClose={() => setPicked(null)} />}
      </section>
      {source.analysis.arms.filter((arm) => arm.all.runs.length > 0).slice(0, mostArms).map((arm) => (
        <ArmSpread key={arm.name} arm={arm} source={source} experimentId={experimentId} />
      ))}
      {source.analysis.arms.length > mostArms ? <p className={styles["note"]}>The tables of the first {mostArms} arms are shown; the figure has all {source.analysis.arms.length}.</p> : null}
    </>
  );
}

const mostArms = 12;
