import type { MatrixColumn, MatrixView } from "../../contract/views.ts";
import type { AnalysisArm, AnalysisMatrix, AnalysisRun } from "../../domain/analysis/analysis.ts";

/** The path an experiment is analysed on: the base's, else that of its first run. Results are compared inside one path only. */
export function analysedPath(columns: readonly MatrixColumn[]): string | null {
  return baseColumn(columns)?.path ?? columns[0]?.path ?? null;
}

export function baseColumn(columns: readonly MatrixColumn[]): MatrixColumn | null {
  return columns.find((column) => column.substrate === "none") ?? null;
}

export type AnalysisInputOptions = { readonly ignoreSetAside: boolean; readonly finalLosses: ReadonlyMap<string, number> };

/** What the statistics read of an experiment's matrix. */
export function analysisMatrix(matrix: MatrixView, { ignoreSetAside, finalLosses }: AnalysisInputOptions): AnalysisMatrix {
  const path = analysedPath(matrix.columns);
  const base = baseColumn(matrix.columns);
  const columns = matrix.columns.filter((column) => column.path === path && column !== base);
  return {
    items: matrix.items.length,
    base: base !== null && isOver(base) ? base.outcomes : null,
    ...(base !== null && isOver(base) ? { basePredictions: base.predictions } : {}),
    runs: columns.filter(isOver).map((column) => runOf(column, { ignoreSetAside, finalLosses })),
    arms: armsOf(columns),
    labels: matrix.labels,
    gold: matrix.items.map((item) => item.gold),
  };
}

/** A run that is still answering would be judged by its first items only. One that broke keeps what it answered. */
function isOver({ state }: MatrixColumn): boolean {
  return state !== "running" && state !== "waiting" && state !== "held";
}

function runOf(column: MatrixColumn, { ignoreSetAside, finalLosses }: AnalysisInputOptions): AnalysisRun {
  const finalLoss = finalLosses.get(column.runId);
  return {
    runId: column.runId,
    arm: column.arm,
    // Without a seed there is one run of the arm, so any number will do.
    seed: column.seed ?? 0,
    outcomes: column.outcomes,
    predictions: column.predictions,
    setAside: !ignoreSetAside && column.setAside !== null,
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
