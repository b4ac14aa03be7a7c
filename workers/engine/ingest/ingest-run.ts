import type { ChangeEvent } from "../../contract/views.ts";
import { clearRunResults, getRunResults } from "../../database/run-results.ts";
import type { RunResults } from "../../database/run-results.ts";
import { addNotice } from "../../database/notices.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getTask } from "../../database/tasks.ts";
import { LabError } from "../../domain/errors.ts";
import { insideFolder } from "../inside-folder.ts";
import { eventsFile } from "../lab-layout.ts";
import { applyLine } from "./apply-line.ts";
import { beginDraft, complain, saveDraft } from "./draft.ts";
import { parseLine } from "./parse-line.ts";
import { fileSize, readLines } from "./read-lines.ts";
import type { LinePiece } from "./read-lines.ts";

/** What reading a run's events needs of the engine. */
export type IngestLab = { readonly folder: string; readonly db: LabDatabase; readonly publish: (event: ChangeEvent) => void };

/** Lines taken over by this call, and the jobs that wrote their last word in them. */
export type IngestReport = { readonly lines: number; readonly ended: readonly string[] };

/**
 * Takes over what a run's jobs have written since the last call. Rows and the offset behind them are one transaction,
 * so that after a crash nothing is missing and nothing is counted twice.
 */
export function ingestRun(lab: IngestLab, runId: string): IngestReport {
  const run = getRunResults(lab.db, runId);
  if (run === null) throw new LabError("not-found", `There is no run ${runId} in this lab.`);
  const path = `${insideFolder(lab.folder, run.folder)}/${eventsFile}`;
  if (fileSize(path) < run.eventsOffset) readAnew(lab, run);
  const ended: string[] = [];
  let lines = 0;
  for (let piece = nextPiece(lab, runId, path); piece !== null; piece = nextPiece(lab, runId, path)) {
    const took = takeOver(lab, runId, piece);
    ended.push(...took);
    lines += piece.lines.length;
  }
  if (lines > 0) publishChanges(lab, run, ended.length > 0);
  return { lines, ended };
}

function nextPiece(lab: IngestLab, runId: string, path: string): LinePiece | null {
  const run = getRunResults(lab.db, runId);
  return run === null ? null : readLines(path, run.eventsOffset);
}

function takeOver(lab: IngestLab, runId: string, piece: LinePiece): readonly string[] {
  return lab.db.repeatableTransaction(() => {
    const results = getRunResults(lab.db, runId);
    const task = results === null ? null : getTask(lab.db, results.taskHash);
    if (results === null || task === null) throw new LabError("damaged", `Run ${runId} or its task is missing from the lab's database.`);
    const draft = beginDraft(lab.db, task, results);
    for (const text of piece.lines) {
      draft.line++;
      if (text.trim() === "") continue;
      const parsed = parseLine(text);
      if (parsed.kind === "line") applyLine(draft, parsed.line);
      else complain(draft, `line ${draft.line} of ${eventsFile} ${parsed.why}; it was left out`);
    }
    saveDraft(draft, piece.nextOffset);
    return draft.ended;
  });
}

/** A file that became shorter is another file: what was read from the old one cannot be kept. */
function readAnew(lab: IngestLab, run: RunResults): void {
  lab.db.transaction(() => {
    clearRunResults(lab.db, run);
    addNotice(lab.db, run.number, { line: 0, message: `${eventsFile} became shorter than what had been read; it was read again from its beginning` });
  });
}

function publishChanges(lab: IngestLab, run: RunResults, ended: boolean): void {
  lab.publish({ kind: "run", experimentId: run.experimentId, runId: run.id });
  lab.publish({ kind: "queue" });
  if (ended) lab.publish({ kind: "lab" });
}
