import type { MatrixColumn, MatrixView } from "../../contract/views.ts";
import type { AnalysisArm, AnalysisMatrix, AnalysisRun } from "../../domain/analysis/analysis.ts";
import { isOver } from "../../domain/job.ts";

/** The path an experiment is analysed on unless another is asked for: the base's, else that of its first run. */
export function analysedPath(columns: readonly MatrixColumn[]): string | null {
  return columns.find(isBase)?.path ?? columns[0]?.path ?? null;
}

/** What the statistics read of an experiment's matrix: one path (null = {@link analysedPath}), since results are compared inside one path only. */
export function analysisMatrix(matrix: MatrixView, { path: wanted, finalLosses }: { readonly path: string | null; readonly finalLosses: ReadonlyMap<string, number> }): AnalysisMatrix {
  const path = wanted ?? analysedPath(matrix.columns);
  const here = matrix.columns.filter((column) => column.path === path);
  const base = here.find(isBase);
  const runs = here.filter((column) => column !== base);
  return {
    path,
    elsewhere: elsewhereOf(matrix.columns.filter((column) => column.path !== path)),
    items: matrix.items.length,
    base: base !== undefined && isOver(base.state) ? base.outcomes : null,
    ...(base !== undefined && isOver(base.state) ? { basePredictions: base.predictions } : {}),
    runs: runs.filter(({ state }) => isOver(state)).map((column) => runOf(column, finalLosses)),
    arms: armsOf(runs),
    labels: matrix.labels,
    gold: matrix.items.map((item) => item.gold),
  };
}

/** Whether a run is scored without any skill. */
export function isBase({ substrate }: MatrixColumn): boolean {
  return substrate === "none";
}

function elsewhereOf(columns: readonly MatrixColumn[]): NonNullable<AnalysisMatrix["elsewhere"]> {
  return [...new Map(columns.map(({ arm, path }) => [arm, { arm, path }])).values()];
}

function runOf(column: MatrixColumn, finalLosses: ReadonlyMap<string, number>): AnalysisRun {
  const finalLoss = finalLosses.get(column.runId);
  return {
    runId: column.runId,
    arm: column.arm,
    seed: column.seed,
    outcomes: column.outcomes,
    predictions: column.predictions,
    setAside: column.setAside !== null,
    ...(finalLoss === undefined ? {} : { finalLoss }),
  };
}

function armsOf(columns: readonly MatrixColumn[]): readonly AnalysisArm[] {
  const names = [...new Set(columns.map((column) => column.arm))];
  return names.map((name) => {
    const own = columns.filter((column) => column.arm === name);
    return { name, planned: own.length, noun: nounOf(own[0]) };
  });
}

function nounOf(column: MatrixColumn | undefined): readonly [string, string] {
  switch (column?.substrate) {
    case "lora":
    case "prompt+lora":
      return ["adapter", "adapters"];
    case "prefix":
    case "prompt+prefix":
      return ["prefix", "prefixes"];
    case "prompt":
      // Only a text that a model wrote has a seed.
      return column.seed === null ? ["run", "runs"] : ["skill text", "skill texts"];
    case "none":
      return ["run", "runs"];
    case undefined:
      return ["seed", "seeds"];
  }
}
