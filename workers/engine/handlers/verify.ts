import type { Request } from "../../contract/requests.ts";
import { formatExperimentFile } from "../../contract/experiment-file-format.ts";
import type { VerifyStart } from "../../contract/substrate-views.ts";
import { listRuns } from "../../database/runs.ts";
import { LabError } from "../../domain/errors.ts";
import type { Arm, ExperimentPlan } from "../../domain/experiment/experiment.ts";
import { drawsBySeed } from "../../domain/experiment/experiment.ts";
import type { HandlerContext } from "./context.ts";
import { startExperiment } from "./create.ts";
import { foundExperiment, foundTask, refuseReadOnly } from "./found.ts";

/**
 * Does one run of every arm again, as an experiment of its own: the same recipe, the same seed, so that the protocol
 * page of both can say whether the same came out. Its file is the frozen plan, not what the file has become since; its
 * seeds are those of the runs there are, also of those that were added later.
 */
export function verifyExperiment(context: HandlerContext, { id, arms: named, seed }: Request<"experiment", "verify">): VerifyStart {
  const { db } = context;
  refuseReadOnly(db);
  const { plan, taskHash, name } = foundExperiment(db, id);
  const unknown = (named ?? []).find((arm) => !plan.arms.some((one) => one.name === arm));
  if (unknown !== undefined) throw new LabError("not-found", `${name} has no arm ${unknown}; it has ${plan.arms.map((arm) => arm.name).join(", ")}.`);
  const runs = listRuns(db, id);
  const chosen = plan.arms.filter((arm) => named === null || named.includes(arm.name));
  const choices = chosen.map((arm): Choice => ({ arm, seeds: runs.flatMap((run) => (run.arm === arm.name && run.seed !== null ? [run.seed] : [])) }));
  const without = choices.filter((choice) => drawsBySeed(choice.arm) && seedOf(choice, seed) === null);
  refuseWithout(without, { seed, some: named === null && choices.some((choice) => drawsBySeed(choice.arm) && !without.includes(choice)) });
  const arms = choices.filter((choice) => !without.includes(choice)).map((choice) => againOnce(choice, seed));
  const again: ExperimentPlan = { ...plan, name: `${name}, again`.slice(0, 120), seeds: [], arms };
  const started = startExperiment(context, { plan: again, task: foundTask(db, taskHash), yaml: formatExperimentFile(again) });
  return { ...started, skipped: without.map(({ arm }) => arm.name) };
}

/** An arm with the seeds it was run under, ascending. */
type Choice = { readonly arm: Arm; readonly seeds: readonly number[] };

function seedOf({ seeds }: Choice, wanted: number | null): number | null {
  return (wanted === null ? seeds[0] : seeds.find((seed) => seed === wanted)) ?? null;
}

/** Arms that were not asked for by name are left out as long as `some` other one was run under the seed. */
function refuseWithout(without: readonly Choice[], { seed, some }: { readonly seed: number | null; readonly some: boolean }): void {
  if (without.length === 0 || some) return;
  const told = without.map(({ arm, seeds }) => `${arm.name} was not run under seed ${seed ?? "any"}; it has ${seeds.join(", ")}.`);
  throw new LabError("bad-input", told.join(" "));
}

function againOnce(choice: Choice, wanted: number | null): Arm {
  const seed = drawsBySeed(choice.arm) ? seedOf(choice, wanted) : null;
  return seed === null ? choice.arm : { ...choice.arm, seeds: [seed] };
}
