import { useState } from "react";
import type { MatrixView } from "../../../../workers/contract/views.ts";
import type { AgreementMatrix, ArmAnalysis, RunFigures } from "../../../../workers/domain/analysis/analysis.ts";
import { Button } from "../../../components/button.tsx";
import { formatPoints } from "../../../components/format-points.ts";
import { ItemLinks } from "../../../components/item-links.tsx";
import { Measure } from "../../../components/measure.tsx";
import styles from "../../../components/evidence.module.css";

type Props = { readonly arm: ArmAnalysis; readonly matrix: MatrixView; readonly experimentId: string };

/** One arm: agreement beyond chance, the two runs that differ most, and how each run moves against the base. */
export function ArmAgreement({ arm, matrix, experimentId }: Props) {
  const { agreement, runs } = arm.all;
  return (
    <section aria-label={arm.name}>
      <h2>{arm.name}</h2>
      {runs.length < 2 ? (
        <p className={styles["refused"]}>One run cannot agree or disagree with another of its arm.</p>
      ) : (
        <>
          {agreement.predictions === null ? (
            <p className={styles["refused"]}>Agreement on predictions is undefined: not every run has predictions.</p>
          ) : (
            <Kappas name="Same prediction" of={agreement.predictions} runs={runs} matrix={matrix} experimentId={experimentId} />
          )}
          <Kappas name="Same outcome" of={agreement.correctness} runs={runs} matrix={matrix} experimentId={experimentId} />
        </>
      )}
      {arm.all.classes.withBase ? <FlipTable runs={runs} /> : <p className={styles["refused"]}>Flip rates and churn against the base are undefined: it was not scored on this path.</p>}
    </section>
  );
}

type KappasProps = { readonly name: string; readonly of: AgreementMatrix; readonly runs: readonly RunFigures[]; readonly matrix: MatrixView; readonly experimentId: string };

function Kappas({ name, of: figures, runs, matrix, experimentId }: KappasProps) {
  const [open, setOpen] = useState(false);
  const pair = figures.mostDifferent;
  const seed = (at: number): string => String(runs[at]?.seed ?? at);
  return (
    <div>
      <p>
        {name}: <Measure of={figures.meanShare} write={percent} /> of items on average; Fleiss’ κ <Measure of={figures.fleissKappa} write={hundredths} /> over the {figures.fleissItems} items that every run answered; Krippendorff’s α{" "}
        <Measure of={figures.krippendorffAlpha} write={hundredths} />.
      </p>
      {pair === null ? null : (
        <p>
          Seeds {seed(pair.a)} and {seed(pair.b)} differ most: they agree on {percent(pair.share)}.{" "}
          <Button kind="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Show"} their {pair.items.length} items
          </Button>
        </p>
      )}
      {open && pair !== null ? <ItemLinks experimentId={experimentId} items={pair.items} matrix={matrix} title={`Where seeds ${seed(pair.a)} and ${seed(pair.b)} differ`} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** Flips of each run against the base, in the field's terms. */
function FlipTable({ runs }: { readonly runs: readonly RunFigures[] }) {
  return (
    <div className={styles["scroll"]}>
      <p className={styles["note"]}>Each run against the base, % of the items both answered: positive and negative flip rate, their sum, churn (wrong to differently wrong counts), and backward trust and error compatibility (the share of right or wrong answers that stay so).</p>
      <table className={styles["table"]} aria-label="Flips of each run">
        <thead>
          <tr>
            <th scope="col">Seed</th>
            <th scope="col" className={styles["number"]}>▲ PFR</th>
            <th scope="col" className={styles["number"]}>▼ NFR</th>
            <th scope="col" className={styles["number"]}>Correctness churn</th>
            <th scope="col" className={styles["number"]}>Churn</th>
            <th scope="col" className={styles["number"]}>BTC</th>
            <th scope="col" className={styles["number"]}>BEC</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ runId, seed, setAside, flips }) => (
            <tr key={runId} className={setAside ? styles["aside"] : undefined}>
              <th scope="row">{seed ?? "–"}</th>
              {[flips.positiveRate, flips.negativeRate, flips.correctnessChurn, flips.churn, flips.trustCompatibility, flips.errorCompatibility].map((figure, at) => (
                <td key={at} className={styles["number"]}>
                  <Measure of={figure} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function percent(share: number): string {
  return `${formatPoints(share * 100)} %`;
}

function hundredths(value: number): string {
  return formatPoints(value, 2);
}
