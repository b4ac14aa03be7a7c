import { useState, type FormEvent } from "react";
import type { RunView } from "../../../../workers/contract/views.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";

type Props = { readonly run: RunView; readonly onReason: (reason: string) => void; readonly onClose: () => void };

export function SetAsideDialog({ run, onReason, onClose }: Props) {
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReason(reason.trim());
    onClose();
  };
  return (
    <Dialog title={`Set ${run.seed === null ? run.arm : `seed ${run.seed}`} aside?`} onClose={onClose}>
      <form onSubmit={submit}>
        <p>The run stays visible, and every figure is shown with and without it. A score one does not like is no reason.</p>
        <Field label="Reason">{(id) => <textarea id={id} autoFocus required minLength={3} maxLength={2000} rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />}</Field>
        <Field label="">
          {() => (
            <>
              <Button onClick={onClose}>Keep it in</Button>{" "}
              <Button kind="main" type="submit" disabled={reason.trim().length < 3}>
                Set aside
              </Button>
            </>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
