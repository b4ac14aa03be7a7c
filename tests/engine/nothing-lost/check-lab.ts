import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type LabDatabase } from "../../../workers/database/open.ts";
import { listRunIds } from "../../../workers/database/runs.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { rebuildMissingRuns } from "../../../workers/engine/ingest/rebuild-run.ts";

/** What is wrong with a lab that nobody has open any more; empty = nothing was lost and nothing is there twice. */
export function checkLab(lab: string): readonly string[] {
  const db = openDatabase(join(lab, "lab.sqlite"));
  try {
    return [...integrity(db), ...stuck(db), ...unread(db, lab), ...unlikeFolders(db, lab)];
  } finally {
    db.close();
  }
}

function integrity(db: LabDatabase): readonly string[] {
  const said = db.statement<[], { integrity_check: string }>("PRAGMA integrity_check").all().map((row) => row.integrity_check);
  const foreign = db.statement<[], object>("PRAGMA foreign_key_check").all().length;
  return [...(said.join() === "ok" ? [] : said.map((line) => `integrity_check: ${line}`)), ...(foreign === 0 ? [] : [`${foreign} rows point nowhere`])];
}

function stuck(db: LabDatabase): readonly string[] {
  const jobs = db.statement<[], { id: string; state: string }>("SELECT id, state FROM job WHERE state IN ('running', 'gated', 'waiting') OR (state IN ('done', 'failed', 'lost', 'cancelled') AND pid IS NOT NULL)").all();
  const open = db.statement<[], { id: string }>("SELECT job_attempt.job_id AS id FROM job_attempt JOIN job ON job.id = job_attempt.job_id WHERE job_attempt.ended_ms IS NULL AND job.state <> 'running'").all();
  return [...jobs.map(({ id, state }) => `${id} is stuck: ${state}`), ...open.map(({ id }) => `an attempt of ${id} never ended`)];
}

/** Whatever reached the disk in a run's events must be in the tables: their complete lines, to the last. */
function unread(db: LabDatabase, lab: string): readonly string[] {
  return db.statement<[], { id: string; folder: string; offset: number }>("SELECT id, folder, events_offset AS offset FROM run").all().flatMap(({ id, folder, offset }) => {
    const path = join(lab, folder, "events.jsonl");
    if (!existsSync(path)) return offset === 0 ? [] : [`${id} has read ${offset} bytes of a file that is not there`];
    const complete = readFileSync(path).lastIndexOf(10) + 1;
    return offset === complete ? [] : [`${id} has read ${offset} of ${complete} bytes`];
  });
}

/** The tables must be what a fresh reading of the run folders gives: nothing missing, nothing counted twice. */
function unlikeFolders(db: LabDatabase, lab: string): readonly string[] {
  const copy = join(lab, "..", `again-${process.hrtime.bigint()}`);
  mkdirSync(copy);
  const fresh = openDatabase(join(copy, "lab.sqlite"));
  try {
    const publish = (): void => undefined;
    rebuildMissingRuns({ folder: lab, db: fresh, publish, now: Date.now, newId: () => `new${process.hrtime.bigint()}` });
    return [...listRunIds(db)].filter((id) => readdirSync(join(lab, "runs")).includes(id)).flatMap((id) => {
      ingestRun({ folder: lab, db, publish }, id);
      const [have, should] = [resultsOf(db, id), resultsOf(fresh, id)];
      return have === should ? [] : [`${id} is not what its folder says: ${have} instead of ${should}`];
    });
  } finally {
    fresh.close();
  }
}

function resultsOf(db: LabDatabase, id: string): string {
  const run = db.statement<[string], object>(
    `SELECT outcomes, passes, final_loss, minimum_loss, repeats_identical, parameters, trainable_parameters, events_offset, events_lines,
       (SELECT count(*) FROM prediction WHERE run_number = run.number) AS predictions,
       (SELECT count(*) FROM artifact WHERE run_number = run.number) AS artifacts,
       (SELECT coalesce(sum(length(losses)), 0) FROM loss_chunk WHERE run_number = run.number) AS loss_bytes,
       (SELECT count(*) FROM notice WHERE run_number = run.number) AS notices,
       (SELECT count(*) FROM phase JOIN job ON job.id = phase.job_id WHERE job.run_id = run.id) AS phases
     FROM run WHERE id = ?`,
  ).get(id);
  return JSON.stringify(run);
}
