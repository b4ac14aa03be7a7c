import type { Request } from "../../contract/requests.ts";
import type { NoteView, SearchHit } from "../../contract/note-views.ts";
import { editNote, getNote, insertNote, listNotes, setNoteRemoved } from "../../database/notes.ts";
import type { Note } from "../../database/notes.ts";
import { searchText } from "../../database/search.ts";
import { LabError } from "../../domain/errors.ts";
import { itemsOf } from "../../domain/task/task.ts";
import type { EngineApi } from "../api.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment, foundRun, foundTask } from "./found.ts";

/** The notebook: dated notes that can be edited, taken away and brought back, and the search over everything. */
export function noteHandlers(context: HandlerContext): EngineApi["note"] {
  const { db } = context;
  return {
    list: ({ experimentId }) => listNotes(db, foundExperiment(db, experimentId).id),
    add: (input) => addNote(context, input),
    edit: ({ noteId, markdown }) => {
      editNote(db, foundNote(context, noteId).id, { markdown, editedMs: context.now() });
      return changed(context, noteId);
    },
    remove: ({ noteId }) => {
      setNoteRemoved(db, foundNote(context, noteId).id, context.now());
      changed(context, noteId);
    },
    restore: ({ noteId }) => {
      setNoteRemoved(db, foundNote(context, noteId).id, null);
      changed(context, noteId);
    },
    search: ({ text, limit }): readonly SearchHit[] => searchText(db, text, limit),
  };
}

function addNote(context: HandlerContext, input: Request<"note", "add">): NoteView {
  const { db, newId, now } = context;
  const experiment = foundExperiment(db, input.experimentId);
  if (input.runId !== null && foundRun(db, input.runId).experimentId !== experiment.id) {
    throw new LabError("bad-input", `Run ${input.runId} is not part of experiment ${experiment.id}.`);
  }
  if (input.itemIndex !== null && input.itemIndex >= itemsOf(foundTask(db, experiment.taskHash), "test").length) {
    throw new LabError("bad-input", `The task has no test item number ${input.itemIndex + 1}.`);
  }
  const id = `note-${newId()}`;
  insertNote(db, { ...input, id, createdMs: now() });
  return changed(context, id);
}

function changed(context: HandlerContext, noteId: string): Note {
  const note = foundNote(context, noteId);
  context.publish({ kind: "notes", experimentId: note.experimentId });
  context.publish({ kind: "lab" });
  return note;
}

function foundNote({ db }: HandlerContext, id: string): Note {
  const note = getNote(db, id);
  if (note === null) throw new LabError("not-found", `There is no note ${id} in this lab.`);
  return note;
}
