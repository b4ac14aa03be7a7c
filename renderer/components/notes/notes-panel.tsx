import type { NoteView } from "../../../workers/contract/note-views.ts";
import { useAddNote, useNotes } from "../../client/hooks/note.ts";
import { Loaded } from "../loaded.tsx";
import { NoteCard } from "./note-card.tsx";
import { NoteEditor } from "./note-editor.tsx";
import styles from "./notes.module.css";

type Props = {
  readonly experimentId: string;
  /** Only notes on this run or item, and new ones are written on it. */
  readonly runId?: string | null;
  readonly itemIndex?: number | null;
};

/** The notebook of an experiment: dated notes, newest first, and a place for the next one. */
export function NotesPanel({ experimentId, runId = null, itemIndex = null }: Props) {
  const notes = useNotes(experimentId);
  const add = useAddNote();
  const isHere = (note: NoteView) => (runId === null || note.runId === runId) && (itemIndex === null || note.itemIndex === itemIndex);
  return (
    <div className={runId === null && itemIndex === null ? styles["panel"] : styles["inside"]}>
      <NoteEditor label={runId !== null ? "Write a note on this run" : itemIndex !== null ? "Write a note on this item" : "Write a note"} text="" save="Add note" onSave={(markdown) => add.mutate({ experimentId, runId, itemIndex, markdown })} />
      <Loaded query={notes} what="the notes">
        {(all) => {
          const shown = all.filter(isHere).toSorted((a, b) => b.createdMs - a.createdMs);
          return shown.length === 0 ? (
            runId !== null || itemIndex !== null ? null : <p className={styles["none"]}>No note yet. What did you expect, and what will you do with the answer?</p>
          ) : (
            <ol className={styles["notes"]}>
              {shown.map((note) => (
                <NoteCard key={note.id} note={note} />
              ))}
            </ol>
          );
        }}
      </Loaded>
    </div>
  );
}
