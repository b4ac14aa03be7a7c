import { useState } from "react";
import { useLocation } from "wouter";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { useCancelExperiment, useExtend, useRemoveExperiment, useRename, useRestoreExperiment, useRetryExperiment, useTags } from "../../../client/hooks/experiment-actions.ts";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { plural } from "../../../components/format-count.ts";
import { showToast } from "../../../stores/toasts.ts";
import { AddSeedsDialog } from "./add-seeds-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";

type Open = "nothing" | "seeds" | "edit" | "cancel";

export function ExperimentActions({ view }: { readonly view: ExperimentView }) {
  const [open, setOpen] = useState<Open>("nothing");
  const cancel = useCancelExperiment();
  const retry = useRetryExperiment();
  const remove = useRemove(view);
  const edit = useEdit(view);
  const addSeeds = useAddSeeds(view);
  const close = () => setOpen("nothing");
  const atWork = view.runs.filter(({ state }) => state === "running" || state === "waiting" || state === "held").length;
  const ended = view.runs.filter(({ state }) => state === "failed" || state === "lost" || state === "cancelled").length;
  const { id } = view;
  return (
    <>
      <Button onClick={() => setOpen("seeds")}>Add seeds…</Button>
      <Button onClick={() => setOpen("edit")}>Name and tags…</Button>
      {ended === 0 ? null : (
        <Button onClick={() => retry.mutate({ id }, { onSuccess: ({ runs }) => showToast({ text: `${plural(runs, "run")} put back into the queue.` }) })}>Retry {ended} unfinished</Button>
      )}
      {atWork === 0 ? null : <Button onClick={() => setOpen("cancel")}>Cancel…</Button>}
      {atWork > 0 ? null : <Button onClick={remove}>Remove</Button>}
      {open === "seeds" ? <AddSeedsDialog view={view} onAdd={addSeeds} onClose={close} /> : null}
      {open === "edit" ? <EditDialog view={view} {...edit} onClose={close} /> : null}
      {open === "cancel" ? (
        <ConfirmDialog title="Cancel what is left of this experiment?" confirm={`Cancel ${plural(atWork, "run")}`} keep="Keep them" onConfirm={() => cancel.mutate({ id })} onClose={close}>
          <p>
            {plural(atWork, "run")} will not finish. What they have written so far stays on disk, results that are there stay as they are, and “Retry” puts them back into the queue.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** The dialogs are gone when the engine answers, so what is done with them belongs to who opens them. */
function useEdit({ id, name, tags }: ExperimentView): { readonly onRename: (wanted: string) => void; readonly onTags: (wanted: readonly string[]) => void } {
  const rename = useRename();
  const retag = useTags();
  return {
    onRename: (wanted) => rename.mutate({ id, name: wanted }, { onSuccess: () => showToast({ text: `“${name}” is now called “${wanted}”.`, undo: () => rename.mutate({ id, name }) }) }),
    onTags: (wanted) => retag.mutate({ id, tags: [...wanted] }, { onSuccess: () => showToast({ text: "The tags were changed.", undo: () => retag.mutate({ id, tags: [...tags] }) }) }),
  };
}

function useAddSeeds({ id }: ExperimentView): (seeds: number[]) => void {
  const extend = useExtend();
  return (seeds) => extend.mutate({ id, seeds }, { onSuccess: ({ runs }) => showToast({ text: `${plural(runs, "run")} added to the queue.` }) });
}

/** Removing hides an experiment from the lab; nothing on disk is deleted, so one click brings it back. */
function useRemove({ id, name }: ExperimentView): () => void {
  const [, navigate] = useLocation();
  const remove = useRemoveExperiment();
  const restore = useRestoreExperiment();
  return () =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          navigate("/");
          showToast({ text: `“${name}” was removed from the lab. Its files are still on disk.`, undo: () => restore.mutate({ id }) });
        },
      },
    );
}
