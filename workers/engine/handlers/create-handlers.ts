import type { EngineApi } from "../api.ts";
import { analyse } from "./analysis.ts";
import { billView } from "./bill.ts";
import { checkExperiment } from "./check.ts";
import { compareSides } from "./compare.ts";
import type { HandlerContext } from "./context.ts";
import { createExperiment } from "./create.ts";
import { epochsView } from "./epochs.ts";
import { experimentHandlers } from "./experiment-handlers.ts";
import { experimentView } from "./experiment-view.ts";
import { extendExperiment } from "./extend.ts";
import { foundTask } from "./found.ts";
import { itemView } from "./item.ts";
import { labOverview } from "./lab.ts";
import { lossView } from "./losses.ts";
import { matrixView } from "./matrix.ts";
import { noteHandlers } from "./notes.ts";
import { protocolView } from "./protocol/protocol.ts";
import { runHandlers } from "./run-handlers.ts";
import { skillsView } from "./skills.ts";
import { listTasks, taskView } from "./task-view.ts";
import { verifyExperiment } from "./verify.ts";

/** The engine's interface as far as it is data; queue, machine, change feed, sample and exports are put beside it in engine.ts. */
export type Handlers = {
  readonly lab: Pick<EngineApi["lab"], "overview">;
  readonly experiment: Omit<EngineApi["experiment"], "exportFigures" | "report">;
  readonly run: EngineApi["run"];
  readonly note: EngineApi["note"];
  readonly task: EngineApi["task"];
};

export function createHandlers(context: HandlerContext): Handlers {
  return {
    lab: { overview: () => labOverview(context) },
    experiment: {
      get: ({ id }) => experimentView(context, id),
      matrix: ({ id }) => matrixView(context, id),
      item: ({ id, itemIndex }) => itemView(context, id, itemIndex),
      losses: ({ id }) => lossView(context, id),
      bill: ({ id }) => billView(context, id),
      skills: ({ id }) => skillsView(context, id),
      epochs: ({ id }) => epochsView(context, id),
      protocol: ({ id }) => protocolView(context, id),
      analysis: (input, signal) => analyse(context, input, signal),
      compare: (input) => compareSides(context, input),
      check: (input) => checkExperiment(context, input),
      create: (input) => createExperiment(context, input),
      verify: (input) => verifyExperiment(context, input),
      extend: ({ id, seeds }) => extendExperiment(context, id, seeds),
      ...experimentHandlers(context),
    },
    run: runHandlers(context),
    note: noteHandlers(context),
    task: { list: () => listTasks(context), get: ({ hash }) => taskView(hash, foundTask(context.db, hash)) },
  };
}
