import type { ExperimentPlan } from "../../domain/experiment/experiment.ts";
import { drawsBySeed } from "../../domain/experiment/experiment.ts";
import { planRuns } from "../../domain/experiment/plan-runs.ts";
import { formatSeeds } from "../../domain/experiment/seeds.ts";
import { LabError } from "../../domain/errors.ts";
import { addChange } from "../../database/experiments.ts";
import { listRuns } from "../../database/runs.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment, refuseReadOnly } from "./found.ts";
import { insertRuns } from "./insert-runs.ts";

/** Adds seeds to an experiment: only runs that it does not have yet, in a batch of their own. */
export function extendExperiment(context: HandlerContext, id: string, seeds: readonly number[]): { readonly runs: number } {
  const { db, now, publish, queue } = context;
  refuseReadOnly(db);
  const experiment = foundExperiment(db, id);
  if (!experiment.plan.arms.some(drawsBySeed)) {
    throw new LabError("bad-input", `No arm of ${experiment.name} draws anything by its seed, so another seed would give the same answers again.`);
  }
  const present = listRuns(db, id);
  const known = new Set(present.map((run) => `${run.arm}\u0000${run.seed}`));
  const missing = planRuns({ arms: drawingArms(experiment.plan), seeds: [...new Set(seeds)].sort((left, right) => left - right) })
    .filter((run) => !known.has(`${run.arm.name}\u0000${run.seed}`));
  if (missing.length === 0) return { runs: 0 };
  const batch = `batch ${new Set(present.map((run) => run.batch)).size + 1}`;
  const added = [...new Set(missing.flatMap((run) => (run.seed === null ? [] : [run.seed])))];
  db.transaction(() => {
    insertRuns(context, { experimentId: id, taskHash: experiment.taskHash, runs: missing, batch });
    addChange(db, id, { kind: "extension", atMs: now(), text: `Seeds ${formatSeeds(added)} added: ${missing.length} ${missing.length === 1 ? "run" : "runs"} (${batch}).` });
  });
  publish({ kind: "experiment", id });
  publish({ kind: "queue" });
  publish({ kind: "lab" });
  queue.wake();
  return { runs: missing.length };
}

/** New seeds are for every arm that draws, also for those that were written with seeds of their own. */
function drawingArms(plan: ExperimentPlan): ExperimentPlan["arms"] {
  return plan.arms.filter(drawsBySeed).map(({ seeds: _own, ...arm }) => arm);
}
