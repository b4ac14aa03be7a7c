import { useMemo, useState } from "react";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import type { Analysis } from "../../../../workers/domain/analysis/analysis.ts";
import { value } from "../../../../workers/domain/statistics/estimate.ts";
import { useAnalysis } from "../../../client/hooks/experiment.ts";
import { formatSigned } from "../../../components/format-points.ts";
import { Measure, Range } from "../../../components/measure.tsx";
import { useReadingOf } from "../../../stores/reading.ts";
import { groupByKnob, knobsOf } from "./knobs.ts";
import styles from "../../../components/evidence.module.css";

/** The experiment's arms grouped by any setting in which they differ. */
export function ByKnob({ view }: { readonly view: ExperimentView }) {
  const knobs = useMemo(() => knobsOf(view), [view]);
  const [chosen, setChosen] = useState<string | null>(null);
  const analysis = useAnalysis(view.id, useReadingOf(view.id)).data;
  const knob = knobs.find(({ name }) => name === chosen) ?? knobs[0];
  if (knob === undefined || analysis === undefined) return null;
  const scored = analysis.arms.filter((arm) => arm.all.runs.length > 0).map((arm) => arm.name);
  if (scored.length < 2) return null;
  const groups = groupByKnob(knob, scored);
  return (
    <section aria-label="Arms by a setting">
      <div className={styles["tools"]}>
        <h2>Arms by a setting</h2>
        <select className={styles["select"]} aria-label="Setting" value={knob.name} onChange={(event) => setChosen(event.target.value)}>
          {knobs.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">{knob.name}</th>
              <th scope="col">Arm</th>
              <th scope="col" className={styles["number"]}>Runs</th>
              <th scope="col" className={styles["number"]}>Mean</th>
              <th scope="col" className={styles["number"]}>Spread</th>
              <th scope="col" className={styles["number"]}>Effect</th>
              <th scope="col">These items</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.value}>
              {group.arms.map((name, at) => (
                <Line key={name} name={name} knobValue={at === 0 ? group.value : ""} analysis={analysis} />
              ))}
              {group.arms.length > 1 ? <Mean arms={group.arms} analysis={analysis} /> : null}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}

function Line({ name, knobValue, analysis }: { readonly name: string; readonly knobValue: string; readonly analysis: Analysis }) {
  const figures = analysis.arms.find((arm) => arm.name === name)?.all;
  if (figures === undefined) return null;
  return (
    <tr>
      <th scope="row">{knobValue}</th>
      <td>{name}</td>
      <td className={styles["number"]}>{figures.runs.length}</td>
      <td className={styles["number"]}>
        <Measure of={figures.meanPoints} />
      </td>
      <td className={styles["number"]}>
        <Measure of={figures.spreadPoints} />
      </td>
      <td className={styles["number"]}>
        <Measure of={figures.effect.points} write={formatSigned} />
      </td>
      <td>
        <Range of={figures.effect.theseItems.adjusted} />
      </td>
    </tr>
  );
}

/** The mean of the arms' means, each arm counting once. */
function Mean({ arms, analysis }: { readonly arms: readonly string[]; readonly analysis: Analysis }) {
  const means = analysis.arms.flatMap((arm) => (arms.includes(arm.name) && arm.all.meanPoints.kind === "value" ? [arm.all.meanPoints.value] : []));
  if (means.length === 0) return null;
  return (
    <tr>
      <th scope="row" />
      <td>
        <small>mean of {means.length} arms</small>
      </td>
      <td />
      <td className={styles["number"]}>
        <Measure of={value(means.reduce((sum, mean) => sum + mean, 0) / means.length)} />
      </td>
      <td colSpan={3} />
    </tr>
  );
}
