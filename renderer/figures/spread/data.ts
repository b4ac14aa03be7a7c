import { plainNumber, signedNumber } from "../../../workers/domain/analysis/words.ts";
import type { ArmAnalysis, ArmFigures } from "../../../workers/domain/analysis/analysis.ts";
import type { Interval } from "../../../workers/domain/statistics/estimate.ts";
import { provenanceOf } from "../source.ts";
import type { FigureSource, Provenance } from "../source.ts";
import { estimateText, intervalText } from "../text/numbers.ts";

/** One run's dot. */
export type Dot = { readonly runId: string; readonly seed: number | null; readonly points: number; readonly passes: number; readonly counted: number; readonly setAside: boolean };

/** One arm's lane: its dots, and its figures in words. */
export type Lane = {
  readonly arm: string;
  readonly dots: readonly Dot[];
  readonly meanPoints: number | null;
  readonly floorPoints: number | null;
  readonly words: readonly string[];
};

/** What the spread figure draws. */
export type SpreadData = {
  readonly provenance: Provenance;
  readonly itemPoints: number;
  readonly base: { readonly points: number; readonly interval: Interval; readonly passes: number } | null;
  readonly lanes: readonly Lane[];
};

/** Collects the scores of all arms on one axis, or says why there are none. */
export function spreadData(source: FigureSource): SpreadData | string {
  const { analysis } = source;
  if (analysis.itemPoints.kind === "undefined") return "The task has no test items, so there is no score.";
  const lanes = analysis.arms.filter((arm) => arm.all.runs.length > 0).map(laneOf);
  const scored = analysis.base?.scorePoints.kind === "value" ? analysis.base : null;
  if (lanes.length === 0 && scored === null) return "No run has a score yet.";
  const base =
    scored?.scorePoints.kind === "value" ? { points: scored.scorePoints.value, interval: scored.wilson, passes: scored.score.pass } : null;
  return { provenance: provenanceOf(source, { intervals: true, paths: "analysed" }), itemPoints: analysis.itemPoints.value, base, lanes };
}

function laneOf(arm: ArmAnalysis): Lane {
  const { all, withoutSetAside } = arm;
  const dots = all.runs.flatMap((run): Dot[] =>
    run.scorePoints.kind === "value"
      ? [{ runId: run.runId, seed: run.seed, points: run.scorePoints.value, passes: run.score.pass, counted: run.counted, setAside: run.setAside }]
      : [],
  );
  const without = withoutSetAside === null ? [] : [`Without set-aside runs: ${summary(withoutSetAside)}`];
  return {
    arm: arm.name,
    dots,
    meanPoints: all.meanPoints.kind === "value" ? all.meanPoints.value : null,
    floorPoints: all.noiseFloorPoints.kind === "value" ? all.noiseFloorPoints.value : null,
    words: [summary(all), ...without],
  };
}

/** An arm's figures in one line, undefined ones with their reason. */
export function summary(figures: ArmFigures): string {
  const { effect } = figures;
  const points = (number: number): string => plainNumber(number, 1);
  const change = (number: number): string => signedNumber(number, 1);
  const spread = estimateText(figures.spreadPoints, points);
  const parts = [
    `mean ${estimateText(figures.meanPoints, points)}`,
    figures.spreadPoints.kind === "value" ? `spread ${spread} (n − 1)` : `spread ${spread}`,
    `effect ${estimateText(effect.points, change)}`,
  ];
  const [these, like] = [effect.theseItems.adjusted, effect.itemsLikeThese.adjusted];
  if (effect.points.kind === "value" && these.kind === "undefined" && like.kind === "undefined" && these.why === like.why) parts.push(`intervals ${intervalText(these, change)}`);
  else if (effect.points.kind === "value") parts.push(`these items ${intervalText(these, change)}`, `items like these ${intervalText(like, change)}`);
  return parts.join(" · ");
}
