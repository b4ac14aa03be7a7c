import { useMemo, type ReactNode } from "react";
import { Evidence } from "../../../components/evidence.tsx";
import { FigureView } from "../../../components/figure-view.tsx";
import { agreement } from "../../../figures/agreement/agreement.ts";
import type { FigureSource } from "../../../figures/source.ts";
import { agreementSentence } from "./agreement-sentence.ts";
import { ArmAgreement } from "./arm-agreement.tsx";
import styles from "../../../components/evidence.module.css";

/** How far the seeds agree with each other, and where they do not. */
export function AgreementTab({ experimentId }: { readonly experimentId: string }) {
  return <Evidence experimentId={experimentId}>{(source, reading) => <Agreement experimentId={experimentId} source={source} reading={reading} />}</Evidence>;
}

function Agreement({ experimentId, source, reading }: { readonly experimentId: string; readonly source: FigureSource; readonly reading: ReactNode }) {
  const figure = useMemo(() => agreement.prepare(source), [source]);
  const arms = source.analysis.arms.filter((arm) => arm.all.runs.length > 0);
  return (
    <>
      <p className={styles["say"]}>{agreementSentence(source.analysis)}</p>
      {reading}
      {figure.kind === "refused" ? null : (
        <section aria-label="Seed by seed">
          <FigureView figure={figure} />
        </section>
      )}
      {arms.slice(0, mostArms).map((arm) => (
        <ArmAgreement key={arm.name} arm={arm} matrix={source.matrix} experimentId={experimentId} />
      ))}
      {arms.length > mostArms ? <p className={styles["note"]}>The first {mostArms} of {arms.length} arms are shown.</p> : null}
    </>
  );
}

const mostArms = 12;
