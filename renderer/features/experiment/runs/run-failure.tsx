import { Link } from "wouter";
import type { RunView } from "../../../../workers/contract/views.ts";
import { useRetryRun } from "../../../client/hooks/run-actions.ts";
import { Button } from "../../../components/button.tsx";
import styles from "./runs-tab.module.css";

/** Why a run failed, and the two things one wants then. */
export function RunFailure({ run, experimentId }: { readonly run: RunView; readonly experimentId: string }) {
  const retry = useRetryRun(experimentId);
  return (
    <tr className={styles["failure"]}>
      <td colSpan={8}>
        <div>
          <p>{run.failure}</p>
          <Button disabled={retry.isPending} onClick={() => retry.mutate({ runId: run.id })}>
            Retry
          </Button>
          {run.lastJob === null ? null : <Link href={`/queue/${run.lastJob}`}>Terminal</Link>}
        </div>
      </td>
    </tr>
  );
}
