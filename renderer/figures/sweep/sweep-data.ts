import type { MatrixColumn } from "../../../workers/contract/views.ts";
import { knobSweeps } from "../../../workers/domain/analysis/knob-sweep.ts";
import type { KnobSweep, SweepCell } from "../../../workers/domain/analysis/knob-sweep.ts";
import { isOver } from "../../../workers/domain/job.ts";
import { scoreOf } from "../../../workers/domain/outcome.ts";
import type { Counting } from "../../../workers/domain/outcome.ts";
import { provenanceOf } from "../source.ts";
import type { FigureSource, Provenance } from "../source.ts";

/** What the sweep figure draws: score and spread against one setting after the other. */
export type SweepData = { readonly provenance: Provenance; readonly sweeps: readonly KnobSweep[] };

/** The grid of an experiment as scores, whatever path or base model its arms have: a score of its own needs no base. */
export function sweepCells({ experiment, matrix, analysis }: FigureSource): readonly SweepCell[] {
  return experiment.arms.flatMap(({ name, path, cell }): readonly SweepCell[] => {
    if (cell === undefined) return [];
    const runs = matrix.columns.filter((column) => column.arm === name && column.setAside === null && isOver(column.state)).flatMap((column) => {
      const points = pointsOf(column, analysis.settings.counting);
      return points === null ? [] : [{ seed: column.seed, points }];
    });
    return runs.length === 0 ? [] : [{ arm: name, path, cell, runs }];
  });
}

/** Collects the settings that were varied, or says that none was. */
export function sweepData(source: FigureSource): SweepData | string {
  const sweeps = knobSweeps(sweepCells(source));
  if (sweeps.length > 0) return { provenance: provenanceOf(source, { intervals: false, paths: "analysed" }), sweeps };
  return source.experiment.arms.some((arm) => arm.cell !== undefined)
    ? "No arm of the grid has a score yet."
    : "No setting was varied: an arm with grid: { rank: [4, 16] } in the experiment file gets one arm for every value.";
}

function pointsOf({ outcomes }: MatrixColumn, counting: Counting): number | null {
  const { pass, fail, total } = scoreOf(outcomes);
  const counted = counting === "as-fail" ? total : pass + fail;
  return counted === 0 || pass + fail === 0 ? null : (100 * pass) / counted;
}
