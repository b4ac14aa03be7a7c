import type { AnalysisOptions, AnalysisSettings } from "./analysis.ts";

/** Fills in the defaults of an analysis. */
export function settingsOf(options: AnalysisOptions): AnalysisSettings {
  return {
    counting: options.counting ?? "exclude",
    reliableShare: options.reliableShare ?? 0.8,
    resamples: options.resamples ?? 10_000,
    seed: options.seed ?? 1,
    level: 0.95,
  };
}
