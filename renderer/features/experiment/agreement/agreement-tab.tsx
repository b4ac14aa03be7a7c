import { useMemo, useState, type ReactNode } from "react";
import type { ArmAnalysis } from "../../../../workers/domain/analysis/analysis.ts";
import { Evidence } from "../../../components/evidence.tsx";
import { FigureView } from "../../../components/figure-view.tsx";
import { agreement } from "../../../figures/agreement/agreement.ts";
import type { FigureSource } from "../../../figures/source.ts";
import { agreementSentence } from "./agreement-sentence.ts";
import { ArmAgreement } from "./arm-agreement.tsx";
import { PairPanel, type Pair } from "./pair-panel.tsx";
import styles from "../../../components/evidence.module.css";

/** How far the seeds agree with each other, and where they do not. */
export function AgreementTab({ experimentId }: { readonly experimentId: string }) {
  return <Evidence experimentId={experimentId}>{(source, reading) => <Agreement experimentId={experimentId} source={source} reading={reading} />}</Evidence>;
}

function Agreement({ experimentId, source, reading }: { readonly experimentId: string; readonly source: FigureSource; readonly reading: ReactNode }) {
  const figure = useMemo(() => agreement.prepare(source), [source]);
  const arms = source.analysis.arms.filter((arm) => arm.all.runs.length > 0);
  const [chosen, setChosen] = useState<Pair | null>(null);
  const pair = chosen ?? mostDifferent(arms);
  return (
    <>
      <p className={styles["say"]}>{agreementSentence(source.analysis)}</p>
      {reading}
      {figure.kind === "refused" ? null : (
        <div className={styles["beside"]}>
          <section aria-label="Seed by seed">
            <FigureView figure={figure} onPick={(key) => setChosen(pairOf(key))} />
          </section>
          {pair === null ? null : (
            <section aria-label="Two runs">
              <PairPanel arms={arms} matrix={source.matrix} experimentId={experimentId} pair={pair} onChange={setChosen} />
            </section>
          )}
        </div>
      )}
      {arms.slice(0, mostArms).map((arm) => (
        <ArmAgreement key={arm.name} arm={arm} matrix={source.matrix} experimentId={experimentId} />
      ))}
      {arms.length > mostArms ? <p className={styles["note"]}>The first {mostArms} of {arms.length} arms are shown.</p> : null}
    </>
  );
}

const mostArms = 12;

/** The pair to begin with: the one that differs most in the first arm that has one. */
function mostDifferent(arms: readonly ArmAnalysis[]): Pair | null {
  for (const { all } of arms) {
    const { predictions, correctness } = all.agreement;
    const least = (predictions ?? correctness).mostDifferent;
    const [a, b] = least === null ? [] : [all.runs[least.a], all.runs[least.b]];
    if (a !== undefined && b !== undefined) return { a: a.runId, b: b.runId, kind: predictions === null ? "outcome" : "prediction" };
  }
  return null;
}

/** A cell of the square names its two runs and what it compares. */
function pairOf(key: string): Pair {
  const [a = "", b = "", kind] = key.split(" ");
  return { a, b, kind: kind === "outcome" ? "outcome" : "prediction" };
}
