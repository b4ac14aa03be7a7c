import type { FigureSource } from "./source.ts";

/** Whether any run was set aside. */
export function hasSetAside({ matrix }: FigureSource): boolean {
  return matrix.columns.some((column) => column.setAside !== null);
}

/** The same experiment as if the set-aside runs had not been made; they stay visible wherever runs are listed one by one. */
export function withoutSetAside(source: FigureSource): FigureSource {
  const aside = new Set(source.matrix.columns.filter((column) => column.setAside !== null).map((column) => column.runId));
  const { matrix, losses, analysis } = source;
  return {
    ...source,
    leftOut: aside.size,
    matrix: { ...matrix, columns: matrix.columns.filter((column) => !aside.has(column.runId)) },
    losses: { runs: losses.runs.filter((run) => !aside.has(run.runId)) },
    analysis: {
      ...analysis,
      arms: analysis.arms.map((arm) => (arm.withoutSetAside === null ? arm : { ...arm, all: arm.withoutSetAside, withoutSetAside: null })),
      comparisons: analysis.comparisonsWithoutSetAside ?? analysis.comparisons,
    },
  };
}
