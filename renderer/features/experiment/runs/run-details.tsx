import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { RunView } from "../../../../workers/contract/views.ts";
import { bridge } from "../../../client/bridge.ts";
import { useBatch, useSetAside } from "../../../client/hooks/run-actions.ts";
import { Button } from "../../../components/button.tsx";
import { NotesPanel } from "../../../components/notes/notes-panel.tsx";
import { SetAsideDialog } from "./set-aside-dialog.tsx";
import styles from "./runs-tab.module.css";

/** What is known of a run besides its numbers, and what one can say about it. */
export function RunDetails({ run, experimentId }: { readonly run: RunView; readonly experimentId: string }) {
  return (
    <tr className={styles["details"]}>
      <td colSpan={8}>
        <dl>
          <dt>Folder</dt>
          <dd>
            <code>{run.folder}</code> {bridge === null ? null : <ShowFolder path={run.folder} />}
          </dd>
          {run.artifact === null ? null : (
            <>
              <dt>Artifact</dt>
              <dd>
                <code>{run.artifact.path}</code> · SHA-256 <code>{run.artifact.sha256}</code>
              </dd>
            </>
          )}
          {run.repeatsDiffering.length === 0 ? null : (
            <>
              <dt>Repeats differ on</dt>
              <dd>{run.repeatsDiffering.join(", ")}</dd>
            </>
          )}
          <dt>Batch</dt>
          <dd>
            <BatchForm run={run} experimentId={experimentId} />
          </dd>
          <dt>Set aside</dt>
          <dd>
            <SetAside run={run} experimentId={experimentId} />
          </dd>
          <dt>Notes</dt>
          <dd>
            <NotesPanel experimentId={experimentId} runId={run.id} />
          </dd>
          {run.lastJob === null ? null : (
            <>
              <dt>Terminal</dt>
              <dd>
                <Link href={`/queue/${run.lastJob}`}>What its last job printed</Link>
              </dd>
            </>
          )}
        </dl>
      </td>
    </tr>
  );
}

function ShowFolder({ path }: { readonly path: string }) {
  return (
    <Button kind="link" onClick={() => bridge?.showFolder(path)}>
      Show in the file manager
    </Button>
  );
}

function BatchForm({ run, experimentId }: { readonly run: RunView; readonly experimentId: string }) {
  const [name, setName] = useState(run.batch);
  const batch = useBatch(experimentId);
  const save = (event: FormEvent) => {
    event.preventDefault();
    batch(run, name.trim());
  };
  return (
    <form onSubmit={save} className={styles["inline"]}>
      <input aria-label="Batch" required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" disabled={name.trim() === run.batch || name.trim() === ""}>
        Rename the batch
      </Button>
    </form>
  );
}

function SetAside({ run, experimentId }: { readonly run: RunView; readonly experimentId: string }) {
  const [asking, setAsking] = useState(false);
  const setAside = useSetAside(experimentId);
  if (run.setAside !== null) {
    return (
      <>
        Yes: {run.setAside}{" "}
        <Button kind="link" onClick={() => setAside.change(run, null)}>
          Take it back in
        </Button>
      </>
    );
  }
  return (
    <>
      No.{" "}
      <Button kind="link" onClick={() => setAsking(true)}>
        Set this run aside…
      </Button>
      {asking ? <SetAsideDialog run={run} onReason={(reason) => setAside.change(run, reason)} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
