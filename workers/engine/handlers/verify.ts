import type { Request } from "../../contract/requests.ts";
import { formatExperimentFile } from "../../contract/experiment-file-format.ts";
import { LabError } from "../../domain/errors.ts";
import type { Arm, ExperimentPlan } from "../../domain/experiment/experiment.ts";
import { drawsBySeed } from "../../domain/experiment/experiment.ts";
import type { HandlerContext } from "./context.ts";
import { startExperiment } from "./create.ts";
import { foundExperiment, foundTask, refuseReadOnly } from "./found.ts";

/**
 * Does one run of every arm again, as an experiment of its own: the same recipe, the same seed, so that the protocol
 * page of both can say whether the same came out. Its file is the frozen plan, not what the file has become since.
 */
export function verifyExperiment(context: HandlerContext, { id, arms: named, seed }: Request<"experiment", "verify">): { readonly id: string } {
  const { db } = context;
  refuseReadOnly(db);
  const { plan, taskHash, name } = foundExperiment(db, id);
  const unknown = (named ?? []).find((arm) => !plan.arms.some((one) => one.name === arm));
  if (unknown !== undefined) throw new LabError("not-found", `${name} has no arm ${unknown}; it has ${plan.arms.map((arm) => arm.name).join(", ")}.`);
  const arms = plan.arms.filter((arm) => named === null || named.includes(arm.name)).map((arm) => againOnce(arm, plan, seed));
  const again: ExperimentPlan = { ...plan, name: `${name}, again`.slice(0, 120), seeds: [], arms };
  return startExperiment(context, { plan: again, task: foundTask(db, taskHash), yaml: formatExperimentFile(again) });
}

function againOnce(arm: Arm, plan: ExperimentPlan, wanted: number | null): Arm {
  if (!drawsBySeed(arm)) return arm;
  const seeds = arm.seeds ?? plan.seeds;
  const seed = wanted ?? seeds[0];
  if (seed === undefined || !seeds.includes(seed)) throw new LabError("bad-input", `${arm.name} was not run under seed ${wanted ?? "none"}; it has ${seeds.join(", ")}.`);
  return { ...arm, seeds: [seed] };
}
