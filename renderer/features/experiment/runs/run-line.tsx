import { useState } from "react";
import type { RunView } from "../../../../workers/contract/views.ts";
import { Button } from "../../../components/button.tsx";
import { formatBytes } from "../../../components/format-bytes.ts";
import { plural } from "../../../components/format-count.ts";
import { formatLoss } from "../../../components/format-loss.ts";
import { formatPoints } from "../../../components/format-points.ts";
import { ProgressLine } from "../../../components/progress-line.tsx";
import { runStateWords } from "../../../components/state-words.ts";
import { AgainstBase } from "./against-base.tsx";
import { RunDetails } from "./run-details.tsx";
import { RunFailure } from "./run-failure.tsx";
import styles from "./runs-tab.module.css";

type Props = { readonly run: RunView; readonly experimentId: string; readonly basePass: number | null };

export function RunLine({ run, experimentId, basePass }: Props) {
  const [open, setOpen] = useState(false);
  const name = run.seed === null ? run.arm : `seed ${run.seed}`;
  return (
    <>
      <tr className={run.setAside === null ? styles["run"] : `${styles["run"] ?? ""} ${styles["aside"] ?? ""}`}>
        <th scope="row">
          {name} <small>{run.batch}</small>
        </th>
        <td className={styles["state"]}>{run.state === "running" ? <ProgressLine {...run} /> : runStateWords[run.state]}</td>
        <td className={styles["number"]}>{run.score === null ? "–" : <ScoreCell score={run.score} />}</td>
        <td className={styles["number"]}>{run.score === null || basePass === null ? "" : <AgainstBase difference={run.score.pass - basePass} />}</td>
        <td className={styles["number"]}>{run.loss === null ? "" : formatLoss(run.loss)}</td>
        <td>{repeatsWords(run)}</td>
        <td>{run.artifact === null ? "" : formatBytes(run.artifact.bytes)}</td>
        <td className={styles["actions"]}>
          <Button kind="link" aria-expanded={open} aria-label={`Details of ${run.arm} ${name}`} onClick={() => setOpen(!open)}>
            {open ? "Close" : "Details"}
          </Button>
        </td>
      </tr>
      {run.failure === null ? null : <RunFailure run={run} experimentId={experimentId} />}
      {open ? <RunDetails run={run} experimentId={experimentId} /> : null}
    </>
  );
}

function ScoreCell({ score }: { readonly score: NonNullable<RunView["score"]> }) {
  const { pass, error, missing, total } = score;
  const notes = [error === 0 ? null : plural(error, "error"), missing === 0 ? null : `${missing} missing`].filter((note) => note !== null).join(", ");
  return (
    <span title={`${formatPoints((100 * pass) / total)} % of the items`}>
      {pass} / {total}
      {notes === "" ? null : <small> {notes}</small>}
    </span>
  );
}

function repeatsWords({ repeatsIdentical, repeatsDiffering }: RunView): string {
  if (repeatsIdentical === null) return "";
  return repeatsIdentical ? "identical" : `${plural(repeatsDiffering.length, "item")} differ`;
}
