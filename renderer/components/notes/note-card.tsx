import { useState } from "react";
import { Link } from "wouter";
import type { NoteView } from "../../../workers/contract/note-views.ts";
import type { ExperimentView } from "../../../workers/contract/views.ts";
import { useExperiment } from "../../client/hooks/experiment.ts";
import { useEditNote, useRemoveNote, useRestoreNote } from "../../client/hooks/note.ts";
import { openItem } from "../../stores/selection.ts";
import { showToast } from "../../stores/toasts.ts";
import { Button } from "../button.tsx";
import { formatDate } from "../format-date.ts";
import { NoteEditor } from "./note-editor.tsx";
import { NoteText } from "./note-text.tsx";
import styles from "./notes.module.css";

export function NoteCard({ note }: { readonly note: NoteView }) {
  const [editing, setEditing] = useState(false);
  const edit = useEditNote();
  const remove = useRemoveNote();
  const restore = useRestoreNote();
  const removeIt = () =>
    remove.mutate({ noteId: note.id }, { onSuccess: () => showToast({ text: "The note was removed.", undo: () => restore.mutate({ noteId: note.id }) }) });
  const saveIt = (markdown: string) => {
    const before = note.markdown;
    edit.mutate({ noteId: note.id, markdown }, { onSuccess: () => showToast({ text: "The note was changed.", undo: () => edit.mutate({ noteId: note.id, markdown: before }) }) });
    setEditing(false);
  };
  return (
    <li className={styles["note"]}>
      <div className={styles["head"]}>
        <span>
          <time dateTime={new Date(note.createdMs).toISOString()}>{formatDate(note.createdMs)}</time>
          {note.editedMs === null ? "" : `, changed ${formatDate(note.editedMs)}`}
          <NoteTarget note={note} />
        </span>
        <span className={styles["buttons"]}>
          <Button kind="link" onClick={() => setEditing(!editing)}>
            {editing ? "Leave as it is" : "Edit"}
          </Button>
          <Button kind="link" onClick={removeIt}>
            Remove
          </Button>
        </span>
      </div>
      {editing ? (
        <NoteEditor label="Change the note" text={note.markdown} save="Save" onSave={saveIt} />
      ) : (
        <NoteText experimentId={note.experimentId} markdown={note.markdown} />
      )}
    </li>
  );
}

/** What a note is about, with the way there. */
function NoteTarget({ note }: { readonly note: NoteView }) {
  const view = useExperiment(note.experimentId).data;
  const run = note.runId === null ? null : runName(view, note.runId);
  return (
    <>
      {run === null ? null : (
        <>
          {" on "}
          <Link href={`/experiment/${note.experimentId}/runs`}>{run}</Link>
        </>
      )}
      {note.itemIndex === null ? null : (
        <>
          {" on "}
          <Link href={`/experiment/${note.experimentId}/flips`} onClick={() => openItem(note.experimentId, note.itemIndex)}>
            item {note.itemIndex + 1}
          </Link>
        </>
      )}
    </>
  );
}

function runName(view: ExperimentView | undefined, runId: string): string {
  const run = view?.runs.find(({ id }) => id === runId);
  if (run === undefined) return "a run";
  return run.seed === null ? run.arm : `${run.arm}, seed ${run.seed}`;
}
