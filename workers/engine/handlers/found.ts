import { getExperiment } from "../../database/experiments.ts";
import type { Experiment } from "../../database/experiments.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getRun } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import { getTask } from "../../database/tasks.ts";
import { LabError } from "../../domain/errors.ts";
import type { Task } from "../../domain/task/task.ts";

/** An experiment that must be there. */
export function foundExperiment(db: LabDatabase, id: string): Experiment {
  const experiment = getExperiment(db, id);
  if (experiment === null) throw new LabError("not-found", `There is no experiment ${id} in this lab.`);
  return experiment;
}

/** A run that must be there. */
export function foundRun(db: LabDatabase, id: string): Run {
  const run = getRun(db, id);
  if (run === null) throw new LabError("not-found", `There is no run ${id} in this lab.`);
  return run;
}

/** A task that must be there. */
export function foundTask(db: LabDatabase, hash: string): Task {
  const task = getTask(db, hash);
  if (task === null) throw new LabError("not-found", `There is no task ${hash} in this lab.`);
  return task;
}

/** Refuses early, before files are written for rows that could not follow. */
export function refuseReadOnly(db: LabDatabase): void {
  if (db.readOnly) throw new LabError("read-only", "This lab is open for reading only, so nothing can be changed.");
}
