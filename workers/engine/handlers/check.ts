import type { Request } from "../../contract/requests.ts";
import type { CheckView } from "../../contract/views.ts";
import { planRuns } from "../../domain/experiment/plan-runs.ts";
import type { PlannedRun } from "../../domain/experiment/plan-runs.ts";
import { alreadyDone } from "./already-done.ts";
import type { HandlerContext } from "./context.ts";
import { readExperiment } from "./read-experiment.ts";

/** What an experiment file would do, without doing it. */
export function checkExperiment(context: Pick<HandlerContext, "assets" | "env" | "db">, input: Request<"experiment", "check">): CheckView {
  const read = readExperiment(context, input);
  if (read.kind === "problems") return { kind: "problems", problems: read.problems };
  const runs = planRuns(read.plan);
  return {
    kind: "ok",
    name: read.plan.name,
    task: `${read.task.name}: ${read.task.title}`,
    arms: read.plan.arms.map((arm) => {
      const own = runs.filter((run) => run.arm.name === arm.name);
      return { name: arm.name, substrate: arm.substrate, runs: own.length, jobs: jobsIn(own) };
    }),
    runs: runs.length,
    jobs: jobsIn(runs),
    notices: read.notices,
    alreadyDone: alreadyDone(context.db, read.plan, read.task).map(({ arm, seed, done }) => ({
      arm, seed, experimentId: done.experimentId, experimentName: done.experimentName, passes: done.passes, items: done.outcomes.length,
    })),
  };
}

function jobsIn(runs: readonly PlannedRun[]): number {
  return runs.reduce((sum, run) => sum + run.jobs.length, 0);
}
