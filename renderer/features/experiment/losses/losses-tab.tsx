import { useMemo, useState, type ReactNode } from "react";
import { Evidence } from "../../../components/evidence.tsx";
import { FigureView } from "../../../components/figure-view.tsx";
import { formatLoss } from "../../../components/format-loss.ts";
import { lossScore } from "../../../figures/loss-score/loss-score.ts";
import { curvesByArm, reboundFactor, type LossCurve } from "../../../figures/loss/loss-data.ts";
import type { FigureSource } from "../../../figures/source.ts";
import { LossChart } from "./loss-chart.tsx";
import { lossesSentence } from "./losses-sentence.ts";
import styles from "../../../components/evidence.module.css";

const factors = [1.5, 2, reboundFactor, 5, 10];
const mostArms = 8;

/** Loss curves of all seeds, and what loss does and does not say about score. */
export function LossesTab({ experimentId }: { readonly experimentId: string }) {
  return <Evidence experimentId={experimentId}>{(source, reading) => <Losses source={source} reading={reading} />}</Evidence>;
}

function Losses({ source, reading }: { readonly source: FigureSource; readonly reading: ReactNode }) {
  const [factor, setFactor] = useState<number>(reboundFactor);
  const arms = useMemo(() => curvesByArm(source.losses, factor), [source.losses, factor]);
  const scatter = useMemo(() => lossScore.prepare(source), [source]);
  if (arms.length === 0) return <p className={styles["say"]}>No run of this experiment has trained yet, so there is no loss to show.</p>;
  return (
    <>
      <p className={styles["say"]}>{lossesSentence(source.analysis)}</p>
      {reading}
      <label className={styles["choice"]}>
        A rebound is a loss at least{" "}
        <select value={factor} onChange={(event) => setFactor(Number(event.target.value))}>
          {factors.map((one) => (
            <option key={one} value={one}>
              {one} times
            </option>
          ))}
        </select>{" "}
        the smallest one before it
      </label>
      {arms.slice(0, mostArms).map(({ arm, curves }) => (
        <ArmLosses key={arm} experiment={source.experiment.name} arm={arm} curves={curves} />
      ))}
      {arms.length > mostArms ? <p className={styles["note"]}>The first {mostArms} of {arms.length} arms are drawn.</p> : null}
      <section aria-label="Final loss against score">
        <h2>Final loss against score</h2>
        <FigureView figure={scatter} />
      </section>
    </>
  );
}

function ArmLosses({ experiment, arm, curves }: { readonly experiment: string; readonly arm: string; readonly curves: readonly LossCurve[] }) {
  const [lit, setLit] = useState<number | null>(null);
  const rebounds = curves.filter((curve) => curve.rebound !== null);
  const finals = curves.flatMap((curve) => curve.finalLoss ?? []);
  return (
    <section aria-label={arm}>
      <h2>{arm}</h2>
      <p className={styles["note"]}>
        {finals.length === 0 ? "No final loss was recorded." : `Final loss ${formatLoss(Math.min(...finals))} to ${formatLoss(Math.max(...finals))} over ${finals.length} runs.`}{" "}
        {rebounds.length === 0 ? "No curve rebounds." : `${rebounds.slice(0, 3).map(reboundText).join("; ")}${rebounds.length > 3 ? `; and ${rebounds.length - 3} more` : ""}.`}
      </p>
      <LossChart experiment={experiment} arm={arm} curves={curves} lit={lit} onLight={setLit} />
    </section>
  );
}

function reboundText({ seed, rebound }: LossCurve): string {
  if (rebound === null) return "";
  return `▲ ${seed === null ? "the run" : `seed ${seed}`} rises to ${formatLoss(rebound.loss)} at step ${rebound.step}, from ${formatLoss(rebound.minimum)} at step ${rebound.minimumStep}`;
}
