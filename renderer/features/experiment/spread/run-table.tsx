import { useState } from "react";
import type { ArmAnalysis, RunFigures } from "../../../../workers/domain/analysis/analysis.ts";
import type { RunView } from "../../../../workers/contract/views.ts";
import { useSetAside } from "../../../client/hooks/run-actions.ts";
import { Button } from "../../../components/button.tsx";
import { formatSigned } from "../../../components/format-points.ts";
import { Measure } from "../../../components/measure.tsx";
import type { FigureSource } from "../../../figures/source.ts";
import { SetAsideDialog } from "../runs/set-aside-dialog.tsx";
import { RunPanel } from "./run-panel.tsx";
import styles from "../../../components/evidence.module.css";

type Props = { readonly arm: ArmAnalysis; readonly source: FigureSource; readonly experimentId: string };

/** Every run against the base: gains, losses, exact McNemar with mid-p, and Holm over the runs of the arm. */
export function RunTable({ arm, source, experimentId }: Props) {
  const [asked, setAsked] = useState<RunView | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const setAside = useSetAside(experimentId);
  const views = new Map(source.experiment.runs.map((run) => [run.id, run]));
  const based = source.analysis.base !== null;
  return (
    <div className={styles["scroll"]}>
      <p className={styles["note"]}>
        {based ? `Each run against the base. A p-value is for its own run; Holm adjusts for looking at ${arm.all.runs.length}.` : "The base was not scored on this path: gains, losses and McNemar's test are undefined."}
      </p>
      <table className={styles["table"]} aria-label="Runs against the base">
        <thead>
          <tr>
            <th scope="col">Seed</th>
            <th scope="col">Batch</th>
            <th scope="col" className={styles["number"]}>Passed</th>
            {based ? againstBase.map((title) => (
              <th key={title} scope="col" className={styles["number"]}>
                {title}
              </th>
            )) : null}
            <th scope="col">Set aside</th>
          </tr>
        </thead>
        <tbody>
          {arm.all.runs.map((run) => (
            <Line key={run.runId} run={run} view={views.get(run.runId)} based={based} busy={setAside.isPending} onPick={setPicked} onAsk={setAsked} onTakeBack={(taken) => setAside.change(taken, null)} />
          ))}
        </tbody>
      </table>
      {picked === null ? null : <RunPanel source={source} runId={picked} onClose={() => setPicked(null)} />}
      {asked === null ? null : <SetAsideDialog run={asked} onReason={(reason) => setAside.change(asked, reason)} onClose={() => setAsked(null)} />}
    </div>
  );
}

const againstBase = ["Points", "▲ gains", "▼ losses", "exact p", "mid-p", "Holm"];

type LineProps = { readonly run: RunFigures; readonly view: RunView | undefined; readonly based: boolean; readonly busy: boolean; readonly onPick: (runId: string) => void; readonly onAsk: (run: RunView) => void; readonly onTakeBack: (run: RunView) => void };

function Line({ run, view, based, busy, onPick, onAsk, onTakeBack }: LineProps) {
  return (
    <tr className={run.setAside ? styles["aside"] : undefined}>
      <th scope="row">
        <Button kind="link" aria-label={`Items of ${view?.seed === null || view === undefined ? "this run" : `seed ${view.seed}`}`} onClick={() => onPick(run.runId)}>
          {view?.seed ?? "–"}
        </Button>
      </th>
      <td>{view?.batch}</td>
      <td className={styles["number"]}>
        {run.score.pass} / {run.counted}
      </td>
      {based ? <AgainstBase run={run} /> : null}
      <td>
        {view === undefined ? null : view.setAside === null ? (
          <Button kind="link" disabled={busy} onClick={() => onAsk(view)}>
            Set aside…
          </Button>
        ) : (
          <>
            {view.setAside}{" "}
            <Button kind="link" disabled={busy} onClick={() => onTakeBack(view)}>
              Take it back
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

function AgainstBase({ run }: { readonly run: RunFigures }) {
  const { mcnemar } = run;
  return (
    <>
      <td className={styles["number"]}>
        <Measure of={run.effectPoints} write={formatSigned} />
      </td>
      <td className={styles["number"]}>{mcnemar.gains}</td>
      <td className={styles["number"]}>{mcnemar.losses}</td>
      {[mcnemar.p, mcnemar.midP, mcnemar.holmP].map((p, at) => (
        <td key={at} className={styles["number"]}>
          <Measure of={p} write={probability} />
        </td>
      ))}
    </>
  );
}

function probability(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}
