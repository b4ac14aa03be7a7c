import { expect, test } from "vitest";
import { LabError } from "../../../workers/domain/errors.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { appendEvents, openTestLab, runOf, scoring, startSweep } from "../lab-fixture.ts";

const marked = (text: string): string => text.replaceAll("\uE000", "[").replaceAll("\uE001", "]");

test("notes are dated, edited, taken away and brought back", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const note = lab.handlers.note.add({ experimentId: id, runId: runOf(runs, "base").id, itemIndex: 2, markdown: "odd item" });
  expect(note).toMatchObject({ experimentId: id, itemIndex: 2, editedMs: null });
  const edited = lab.handlers.note.edit({ noteId: note.id, markdown: "very odd item" });
  expect(edited).toMatchObject({ markdown: "very odd item", createdMs: note.createdMs });
  expect(edited.editedMs).toBeGreaterThan(note.createdMs);
  lab.handlers.note.remove({ noteId: note.id });
  expect(lab.handlers.note.list({ experimentId: id })).toEqual([]);
  lab.handlers.note.restore({ noteId: note.id });
  expect(lab.handlers.note.list({ experimentId: id })).toHaveLength(1);
  expect(lab.events).toContainEqual({ kind: "notes", experimentId: id });
});

test("a note on a stranger's run or on no item is refused", () => {
  const lab = openTestLab();
  const [one, two] = [startSweep(lab), startSweep(lab)];
  const add = (runId: string | null, itemIndex: number | null) => () => lab.handlers.note.add({ experimentId: one.id, runId, itemIndex, markdown: "x" });
  expect(add(runOf(two.runs, "base").id, null)).toThrow(LabError);
  expect(add(null, 6)).toThrow(/no test item number 7/);
  expect(add("nobody", null)).toThrow(LabError);
});

test("the search finds notes, items and outputs, by whole words and by the beginning of the last", () => {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  const run = runOf(runs, "base");
  appendEvents(lab, run, scoring(run, "pp...."));
  ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
  const note = lab.handlers.note.add({ experimentId: id, runId: null, itemIndex: null, markdown: "Überraschung beim recall: ein Würfelwurf" });
  const find = (text: string, limit = 50) => lab.handlers.note.search({ text, limit }).map((hit) => [hit.kind, hit.itemIndex, marked(hit.excerpt)]);

  expect(find("würfel")).toEqual([["note", null, "Überraschung beim recall: ein [Würfelwurf]"]]);
  expect(find("number 4")).toEqual([["item", 4, "test question [number] [4] about topic 28"]]);
  expect(find("recall")).toEqual([["note", null, "Überraschung beim [recall]: ein Würfelwurf"], ["output", 1, '{"tool":"rag","mode":"[recall]"}']]);
  expect(find("recall", 1)).toHaveLength(1);
  expect(lab.handlers.note.search({ text: "recall", limit: 9 })[1]).toMatchObject({ experimentId: id, experimentName: "small sweep", runId: run.id });

  lab.handlers.note.edit({ noteId: note.id, markdown: "ruhig" });
  expect(find("würfel")).toEqual([]);
  lab.handlers.note.remove({ noteId: note.id });
  expect(find("ruhig")).toEqual([]);
  lab.handlers.experiment.remove({ id });
  expect(find("number 3")).toEqual([]);
});

test("scoring again takes the old outputs out of the search", () => {
  const lab = openTestLab();
  const { runs } = startSweep(lab);
  const run = runOf(runs, "base");
  const look = (outcomes: string): number => {
    appendEvents(lab, run, scoring(run, outcomes));
    ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
    return lab.handlers.note.search({ text: "recall", limit: 50 }).length;
  };
  expect(look("pppppp")).toBe(3);
  expect(look("p.....")).toBe(0);
  expect(look("pp....")).toBe(1);
});

test.each(['"', "AND", "a OR", "note*", "(", "x:y", "NEAR(a b)", "-", "  ", "'; DROP TABLE note; --"])("what a person types is never read as search syntax: %s", (text) => {
  const lab = openTestLab();
  startSweep(lab);
  expect(() => lab.handlers.note.search({ text, limit: 5 })).not.toThrow();
});
