import type { AnalysisArm, AnalysisMatrix, AnalysisOptions, AnalysisRun, ArmAnalysis } from "./analysis.ts";
import { armFigures } from "./arm-figures.ts";
import { isScored } from "./score-figures.ts";
import { settingsOf } from "./settings.ts";

/** The analysis of one arm of the matrix: all its runs, and once more without the set-aside ones. */
export function analyseArm(matrix: AnalysisMatrix, arm: string, options: AnalysisOptions = {}): ArmAnalysis {
  const settings = settingsOf(options);
  const usable = withUsableBase(matrix);
  const runs = runsOfArm(matrix, arm);
  const kept = runs.filter((run) => !run.setAside);
  const described = armsOf(matrix).find((one) => one.name === arm);
  return {
    name: arm,
    noun: described?.noun ?? ["seed", "seeds"],
    planned: Math.max(described?.planned ?? 0, runs.length),
    finished: runs.filter((run) => isScored(run.outcomes, matrix.items)).length,
    all: armFigures(usable, runs, settings),
    withoutSetAside: kept.length === runs.length ? null : armFigures(usable, kept, settings),
  };
}

/** The arms in display order: as described, then any other in order of appearance. */
export function armsOf(matrix: AnalysisMatrix): AnalysisArm[] {
  const described = matrix.arms ?? [];
  const others = new Set(matrix.runs.map((run) => run.arm).filter((name) => !described.some((arm) => arm.name === name)));
  return [...described, ...Array.from(others, (name) => ({ name }))];
}

/** The runs of one arm by seed, so that the order in which they were handed in changes nothing. */
export function runsOfArm(matrix: AnalysisMatrix, arm: string): AnalysisRun[] {
  return matrix.runs.filter((run) => run.arm === arm).sort((a, b) => (a.seed ?? -1) - (b.seed ?? -1) || (a.runId < b.runId ? -1 : 1));
}

/** A base without a single outcome is no base. */
export function withUsableBase(matrix: AnalysisMatrix): AnalysisMatrix {
  return matrix.base === null || isScored(matrix.base, matrix.items) ? matrix : { ...matrix, base: null };
}
