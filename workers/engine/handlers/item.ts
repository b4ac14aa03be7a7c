import type { ItemView } from "../../contract/views.ts";
import { listPredictionsOfItem, listRepeatsOfItem } from "../../database/predictions.ts";
import { listRuns } from "../../database/runs.ts";
import { LabError } from "../../domain/errors.ts";
import { outcomeAt } from "../../domain/outcome.ts";
import { itemsOf } from "../../domain/task/task.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment, foundTask } from "./found.ts";

/** One test item with everything every run said about it. */
export function itemView({ db }: Pick<HandlerContext, "db">, id: string, itemIndex: number): ItemView {
  const { taskHash } = foundExperiment(db, id);
  const item = itemsOf(foundTask(db, taskHash), "test")[itemIndex];
  if (item === undefined) throw new LabError("not-found", `The task of experiment ${id} has no test item number ${itemIndex + 1}.`);
  const predictions = listPredictionsOfItem(db, id, itemIndex);
  const repeats = listRepeatsOfItem(db, id, itemIndex);
  return {
    index: itemIndex,
    id: item.id,
    input: item.input,
    gold: item.gold,
    runs: listRuns(db, id).map((run) => {
      const said = predictions.get(run.number);
      return {
        runId: run.id,
        arm: run.arm,
        seed: run.seed,
        outcome: outcomeAt(run.outcomes, itemIndex),
        raw: said?.raw ?? null,
        parsed: said?.parsed ?? null,
        problem: said?.problem ?? null,
        promptTokens: said?.promptTokens ?? null,
        completionTokens: said?.completionTokens ?? null,
        latencyMs: said?.latencyMs ?? null,
        goldLogProb: said?.goldLogProb ?? null,
        givenLogProb: said?.givenLogProb ?? null,
        differingRepeats: repeats.get(run.number) ?? [],
      };
    }),
  };
}
