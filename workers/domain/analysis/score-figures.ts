import type { OutcomeString } from "../outcome.ts";
import { scoreOf } from "../outcome.ts";
import { shareOf } from "../statistics/flips.ts";
import { clopperPearsonInterval, wilsonInterval } from "../statistics/proportion-interval.ts";
import type { AnalysisSettings, ScoreFigures } from "./analysis.ts";
import { asPoints, intervalAsPoints } from "./points.ts";

/** A column's score under the counting in force, with its intervals. */
export function scoreFigures(outcomes: OutcomeString, items: number, settings: AnalysisSettings): ScoreFigures {
  const score = scoreOf(outcomes, items);
  const excluded = settings.counting === "exclude" ? score.error + score.missing : 0;
  const counted = items - excluded;
  return {
    score,
    counted,
    excluded,
    scorePoints: asPoints(shareOf(score.pass, counted, "no item was answered")),
    wilson: intervalAsPoints(wilsonInterval(score.pass, counted, settings.level)),
    clopperPearson: intervalAsPoints(clopperPearsonInterval(score.pass, counted, settings.level)),
  };
}

/** Whether a column holds any outcome at all; one that holds none was never scored and counts as no run. */
export function isScored(outcomes: OutcomeString, items: number): boolean {
  return scoreOf(outcomes, items).missing < items;
}
