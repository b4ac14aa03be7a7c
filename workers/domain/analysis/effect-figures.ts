import type { EffectScope } from "../statistics/effect-precision.ts";
import { effectIntervals, effectOf } from "../statistics/effect-interval.ts";
import { mapEstimate, notDefined, value } from "../statistics/estimate.ts";
import { randomFrom } from "../statistics/random.ts";
import type { SeedGroup } from "../statistics/two-way-bootstrap.ts";
import type { AnalysisSettings, EffectFigures, EffectInterval, RunFigures } from "./analysis.ts";
import { asPoints, intervalAsPoints } from "./points.ts";

/** The primary effect over paired differences; `groups` is null without a base. */
export function effectFigures(groups: readonly SeedGroup[] | null, runs: readonly RunFigures[], setup: { readonly items: number; readonly settings: AnalysisSettings }): EffectFigures {
  const signs = runs.map((run) => (run.effectPoints.kind === "value" ? Math.sign(run.effectPoints.value) : null));
  const count = (sign: number): number => signs.filter((one) => one === sign).length;
  const tally = { above: count(1), level: count(0), below: count(-1) };
  const effect = groups === null ? null : effectOf(groups);
  if (groups === null || effect === null) {
    const none = notDefined(groups === null ? "the base was not scored on this path" : "no item was answered by the base and a run");
    const noInterval = { adjusted: none, percentile: none, bca: none, standardErrorPoints: none };
    return { points: none, items: none, ...tally, theseItems: noInterval, itemsLikeThese: noInterval, theseRuns: noInterval };
  }
  const points = asPoints(value(effect));
  return { points, items: mapEstimate(points, (one) => (one / 100) * setup.items), ...tally, ...effectIntervalsInPoints(groups, setup.settings) };
}

/** The three scopes of an effect's interval, in points; every scope starts the generator afresh, so that each can be reproduced alone. */
export function effectIntervalsInPoints(groups: readonly SeedGroup[], settings: AnalysisSettings): Pick<EffectFigures, "theseItems" | "itemsLikeThese" | "theseRuns"> {
  const of = (scope: EffectScope): EffectInterval => {
    const found = effectIntervals(groups, { scope, resamples: settings.resamples, random: randomFrom(settings.seed), level: settings.level });
    return {
      adjusted: intervalAsPoints(found.adjusted),
      percentile: intervalAsPoints(found.percentile),
      bca: intervalAsPoints(found.bca),
      standardErrorPoints: asPoints(found.standardError),
    };
  };
  return { theseItems: of("these-items"), itemsLikeThese: of("items-like-these"), theseRuns: of("these-runs") };
}
