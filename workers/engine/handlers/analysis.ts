import type { Request } from "../../contract/requests.ts";
import { listRuns } from "../../database/runs.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { LabError } from "../../domain/errors.ts";
import { analysisMatrix } from "./analysis-input.ts";
import type { HandlerContext } from "./context.ts";
import { matrixView } from "./matrix.ts";

/** The statistics of an experiment, from the statistics thread. */
export function analyse({ db, statistics }: Pick<HandlerContext, "db" | "statistics">, input: Request<"experiment", "analysis">, signal: AbortSignal): Promise<Analysis> {
  const finalLosses = new Map(listRuns(db, input.id).flatMap((run): [string, number][] => (run.finalLoss === null ? [] : [[run.id, run.finalLoss]])));
  const view = matrixView({ db }, input.id, { margins: false });
  if (input.path !== null && !view.columns.some((column) => column.path === input.path)) throw new LabError("bad-input", `No run of this experiment was scored through ${input.path}.`);
  const matrix = analysisMatrix(view, { path: input.path, finalLosses });
  return statistics.analyse(matrix, { counting: input.counting, reliableShare: input.reliableShare }, signal);
}
