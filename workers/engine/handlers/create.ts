import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Request } from "../../contract/requests.ts";
import { addChange, insertExperiment } from "../../database/experiments.ts";
import { listRuns } from "../../database/runs.ts";
import { freezeTask, sha256 } from "../../database/tasks.ts";
import type { ExperimentPlan } from "../../domain/experiment/experiment.ts";
import { planRuns } from "../../domain/experiment/plan-runs.ts";
import { LabError, formatProblem } from "../../domain/errors.ts";
import type { Task } from "../../domain/task/task.ts";
import { storedArms } from "../experiment-arms.ts";
import { experimentFile } from "../lab-layout.ts";
import { slug } from "../slug.ts";
import { writeFileWhole } from "../write-file.ts";
import { takeOver } from "../take-over.ts";
import { alreadyDone, type AlreadyDone } from "./already-done.ts";
import type { HandlerContext } from "./context.ts";
import { refuseReadOnly } from "./found.ts";
import { insertRuns } from "./insert-runs.ts";
import { readExperiment } from "./read-experiment.ts";
import type { ExperimentRead } from "./read-experiment.ts";

/** Reads an experiment file and starts what it says. */
export function createExperiment(context: HandlerContext, input: Request<"experiment", "create">): { readonly id: string } {
  refuseReadOnly(context.db);
  const read = readExperiment(context, input);
  if (read.kind === "problems") throw badFile(read);
  return startExperiment(context, read, input.reuse === true ? alreadyDone(context.db, read.plan, read.task) : []);
}

/** Freezes an experiment and its task and puts every run's jobs into the queue, all in one transaction. */
export function startExperiment(
  context: HandlerContext,
  { plan, task, yaml }: { readonly plan: ExperimentPlan; readonly task: Task; readonly yaml: string },
  taken: readonly AlreadyDone[] = [],
): { readonly id: string } {
  const { db, lab, newId, now } = context;
  const id = `${slug(plan.name, 32)}-${newId()}`;
  const file = join(lab, experimentFile(id));
  writeFileWhole(file, yaml);
  try {
    db.transaction(() => {
      const createdMs = now();
      const taskHash = freezeTask(db, task, createdMs);
      insertExperiment(db, { id, name: plan.name, taskHash, yaml, fileHash: sha256(yaml), plan, tags: [], createdMs, arms: storedArms(plan, taskHash) });
      insertRuns(context, { experimentId: id, taskHash, runs: planRuns(plan), batch: "batch 1" });
    });
  } catch (error) {
    rmSync(join(file, ".."), { recursive: true, force: true });
    throw error;
  }
  reuse(context, id, taken);
  context.publish({ kind: "experiment", id });
  context.publish({ kind: "queue" });
  context.publish({ kind: "lab" });
  context.queue.wake();
  return { id };
}

/** Takes over what was done before, in the same turn, so that the queue cannot start any of it in between. */
function reuse({ db, lab, now, publish }: HandlerContext, id: string, taken: readonly AlreadyDone[]): void {
  const runs = listRuns(db, id);
  const done = taken.filter(({ arm, seed, done: from }) => {
    const run = runs.find((one) => one.arm === arm && one.seed === seed);
    return run !== undefined && takeOver({ folder: lab, db, publish, now }, from, run);
  });
  if (done.length === 0) return;
  const names = [...new Set(done.map(({ done: from }) => from.experimentName))].join(", ");
  addChange(db, id, { kind: "extension", atMs: now(), text: `${done.length} ${done.length === 1 ? "run was" : "runs were"} taken over from ${names}: same task, recipe and seed.` });
}

function badFile({ code, problems }: Extract<ExperimentRead, { kind: "problems" }>): LabError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return new LabError(code, first === undefined ? "The experiment file cannot be read." : `${formatProblem(first)}${more}`, { problems });
}
