import { copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { listArtifacts } from "../database/artifacts.ts";
import { endJob, getJob, listJobsOfRun } from "../database/jobs.ts";
import type { DoneRun, Run } from "../database/runs.ts";
import { clearRunResults, getRunResults } from "../database/run-results.ts";
import { LabError } from "../domain/errors.ts";
import { ensureRunFolder } from "./ensure-run-folder.ts";
import { errorCode } from "./error-code.ts";
import { ingestRun, type IngestLab } from "./ingest/ingest-run.ts";
import { insideFolder } from "./inside-folder.ts";
import { eventsFile, takenOverFile } from "./lab-layout.ts";
import { takenOverText } from "./taken-over.ts";
import { writeFileWhole } from "./write-file.ts";

type TakeOverLab = IngestLab & { readonly now: () => number };

/**
 * Gives a new run what a finished one with the same recipe and seed has brought: its events under the new run's jobs, and
 * its artifacts. The run's folder is then as if it had run there, and says where it came from. False where that could not
 * be done; the run then waits like any other.
 */
export function takeOver(lab: TakeOverLab, from: DoneRun, to: Run): boolean {
  const folder = ensureRunFolder(lab.db, lab.folder, to.id);
  try {
    const source = insideFolder(lab.folder, from.folder);
    for (const { path } of listArtifacts(lab.db, from.experimentId).get(from.number) ?? []) linkTree(insideFolder(source, path), insideFolder(folder, path));
    writeFileWhole(join(folder, eventsFile), movedEvents(readFileSync(join(source, eventsFile), "utf8"), jobNames(lab, from, to), origin(from)));
    writeFileWhole(join(folder, takenOverFile), takenOverText(from.id));
    lab.db.transaction(() => {
      ingestRun(lab, to.id);
      for (const job of listJobsOfRun(lab.db, to.id)) {
        if (getJob(lab.db, job.id)?.lastWord?.end !== "done") throw new LabError("damaged", `The events of run ${from.id} do not say that its ${job.kind} job is done.`);
        endJob(lab.db, job.id, { state: "done", end: { kind: "done" }, endedMs: lab.now() });
      }
    });
    return true;
  } catch (error) {
    if (!(error instanceof LabError) && errorCode(error) === String(error)) throw error;
    console.error(`Run ${to.id} is done anew: ${error instanceof Error ? error.message : String(error)}`);
    rmSync(folder, { recursive: true, force: true });
    const results = getRunResults(lab.db, to.id);
    if (results !== null) clearRunResults(lab.db, results);
    return false;
  }
}

function origin({ id, experimentName }: DoneRun): string {
  return `Taken over from run ${id} of the experiment ${experimentName}, which has the same task, recipe and seed; nothing was trained or asked again.`;
}

/** The new run's job for each of the old one's, by kind. */
function jobNames({ db }: IngestLab, from: DoneRun, to: Run): ReadonlyMap<string, string> {
  const own = new Map(listJobsOfRun(db, to.id).map(({ kind, id }) => [kind, id]));
  return new Map(listJobsOfRun(db, from.id).map(({ kind, id }) => [id, own.get(kind) ?? ""]));
}

/** The events under other jobs' names, with a line at the end that says where they are from. */
export function movedEvents(text: string, names: ReadonlyMap<string, string>, says: string): string {
  let last = { job: "", seq: 0, t: 0 };
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n").filter((line) => line.trim() !== "").map((line) => {
    const event: unknown = JSON.parse(line);
    if (typeof event !== "object" || event === null || !("job" in event) || typeof event.job !== "string") return line;
    const job = names.get(event.job) ?? event.job;
    last = { job, seq: "seq" in event && typeof event.seq === "number" ? event.seq : last.seq, t: "t" in event && typeof event.t === "number" ? event.t : last.t };
    return JSON.stringify({ ...event, job });
  });
  const notice = { v: 1, job: last.job, seq: last.seq + 1, t: last.t, kind: "notice", message: says };
  return [...lines, JSON.stringify(notice), ""].join("\n");
}

/** The same files under another name, without a second copy where the disk allows it; a finished artifact is never written again. */
function linkTree(from: string, to: string): void {
  if (!existsSync(from)) throw new LabError("damaged", `${from} is not there any more.`);
  if (lstatSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(from)) linkTree(join(from, name), join(to, name));
    return;
  }
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    linkSync(from, to);
  } catch (error) {
    if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(errorCode(error))) throw error;
    copyFileSync(from, to);
  }
}
