import type { ReactNode } from "react";
import type { ArmAnalysis, ArmFigures, EffectInterval } from "../../../../workers/domain/analysis/analysis.ts";
import { probabilityWords } from "../../../../workers/domain/analysis/words.ts";
import { formatPoints, formatSigned } from "../../../components/format-points.ts";
import { Measure, Range } from "../../../components/measure.tsx";
import styles from "../../../components/evidence.module.css";

type Row = { readonly name: string; readonly says?: string; readonly cell: (figures: ArmFigures) => ReactNode };

const rows: readonly Row[] = [
  { name: "Mean score", says: "% of items passed", cell: ({ meanPoints }) => <Measure of={meanPoints} /> },
  { name: "Spread", says: "standard deviation over seeds, n − 1, points", cell: ({ spreadPoints }) => <Measure of={spreadPoints} /> },
  { name: "Noise floor", says: "t(0.975, K − 1) · s / √K, points", cell: ({ noiseFloorPoints }) => <Measure of={noiseFloorPoints} /> },
  { name: "Effect", says: "mean over seeds of the paired difference, points", cell: ({ effect }) => <Measure of={effect.points} write={formatSigned} /> },
  { name: "Effect in items", cell: ({ effect }) => <Measure of={effect.items} write={formatSigned} /> },
  { name: "These items", says: "95 %, other seeds", cell: ({ effect }) => <Bounds of={effect.theseItems} /> },
  { name: "Items like these", says: "95 %, other seeds and items", cell: ({ effect }) => <Bounds of={effect.itemsLikeThese} /> },
  { name: "These runs", says: "95 %, other items", cell: ({ effect }) => <Bounds of={effect.theseRuns} /> },
  { name: "Do the seeds differ", says: "Cochran's Q", cell: (figures) => <Cochran figures={figures} /> },
  { name: "Ambiguity", says: "share of items that any seed flips, %", cell: ({ ambiguityPoints }) => <Measure of={ambiguityPoints} /> },
  { name: "Discrepancy", says: "largest share that one seed flips, %", cell: ({ discrepancyPoints }) => <Measure of={discrepancyPoints} /> },
  { name: "pass^K, pass@K", says: "items that all, or any, of the K runs pass, %", cell: (figures) => <PassK figures={figures} /> },
  { name: "Variance", says: "seed, item, residual as standard deviations, points", cell: (figures) => <Variance figures={figures} /> },
];

/** The figures of an arm; a second column leaves out the set-aside runs where there are any. */
export function ArmFiguresTable({ arm }: { readonly arm: ArmAnalysis }) {
  const { all, withoutSetAside } = arm;
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        {withoutSetAside === null ? null : (
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">All {all.runs.length} runs</th>
              <th scope="col">Without set-aside, {withoutSetAside.runs.length} runs</th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ name, says, cell }) => (
            <tr key={name}>
              <th scope="row">
                {name} {says === undefined ? null : <small>{says}</small>}
              </th>
              <td>{cell(all)}</td>
              {withoutSetAside === null ? null : <td>{cell(withoutSetAside)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The interval to quote, and the two plain ones it was made from. */
function Bounds({ of: bounds }: { readonly of: EffectInterval }) {
  if (bounds.adjusted.kind === "undefined") return <Range of={bounds.adjusted} />;
  return (
    <>
      <Range of={bounds.adjusted} />{" "}
      <small>
        percentile <Range of={bounds.percentile} />, BCa <Range of={bounds.bca} />
      </small>
    </>
  );
}

function Cochran({ figures: { cochranQ } }: { readonly figures: ArmFigures }) {
  if (cochranQ.q.kind === "undefined" || cochranQ.p.kind === "undefined") return <Measure of={cochranQ.q.kind === "undefined" ? cochranQ.q : cochranQ.p} />;
  return (
    <>
      Q = {formatPoints(cochranQ.q.value, 2)}, {probabilityWords(cochranQ.p.value)} <small>{cochranQ.degreesOfFreedom} degrees of freedom</small>
    </>
  );
}

function PassK({ figures: { passK } }: { readonly figures: ArmFigures }) {
  const last = passK.at(-1);
  if (last === undefined) return <>–</>;
  return (
    <>
      <Measure of={last.allPoints} />, <Measure of={last.anyPoints} /> <small>K = {last.k}</small>
    </>
  );
}

function Variance({ figures: { variance } }: { readonly figures: ArmFigures }) {
  if (variance.seedSdPoints.kind === "undefined") return <Measure of={variance.seedSdPoints} />;
  const negative = variance.negative.length === 0 ? null : <small> the {variance.negative.join(" and ")} part came out negative and is shown as 0</small>;
  return (
    <>
      <Measure of={variance.seedSdPoints} />, <Measure of={variance.itemSdPoints} />, <Measure of={variance.residualSdPoints} />
      {negative}
    </>
  );
}
