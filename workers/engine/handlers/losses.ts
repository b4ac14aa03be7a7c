import type { LossView } from "../../contract/views.ts";
import { listLosses } from "../../database/losses.ts";
import type { LossPiece } from "../../database/losses.ts";
import { listRuns } from "../../database/runs.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment } from "./found.ts";
import { reduceCurve } from "./reduce-curve.ts";
import type { Curve } from "./reduce-curve.ts";

const mostPoints = 600;

/** The loss curves of every run that trained. */
export function lossView({ db }: Pick<HandlerContext, "db">, id: string): LossView {
  foundExperiment(db, id);
  const pieces = listLosses(db, id);
  return {
    runs: listRuns(db, id).flatMap((run) => {
      const own = pieces.get(run.number);
      if (own === undefined) return [];
      return [{ runId: run.id, arm: run.arm, seed: run.seed, ...reduceCurve(joined(own), mostPoints), finalLoss: run.finalLoss, minimum: run.minimumLoss }];
    }),
  };
}

function joined(pieces: readonly LossPiece[]): Curve {
  const steps: number[] = [];
  const losses: number[] = [];
  for (const piece of pieces) {
    for (const [index, loss] of piece.losses.entries()) {
      steps.push(piece.firstStep + index);
      losses.push(loss);
    }
  }
  return { steps, losses };
}
