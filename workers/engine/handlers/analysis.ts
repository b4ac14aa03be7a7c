import type { Request } from "../../contract/requests.ts";
import { listRuns } from "../../database/runs.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { analysisMatrix } from "./analysis-input.ts";
import type { HandlerContext } from "./context.ts";
import { matrixView } from "./matrix.ts";

/** The statistics of an experiment, from the statistics thread. */
export function analyse({ db, statistics }: Pick<HandlerContext, "db" | "statistics">, input: Request<"experiment", "analysis">, signal: AbortSignal): Promise<Analysis> {
  const finalLosses = new Map(listRuns(db, input.id).flatMap((run): [string, number][] => (run.finalLoss === null ? [] : [[run.id, run.finalLoss]])));
  const matrix = analysisMatrix(matrixView({ db }, input.id), { ignoreSetAside: input.ignoreSetAside, finalLosses });
  return statistics.analyse(matrix, { counting: input.counting, reliableShare: input.reliableShare }, signal);
}
