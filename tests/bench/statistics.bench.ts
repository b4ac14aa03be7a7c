import { cellsOf } from "../../workers/domain/statistics/cells.ts";
import { randomFrom } from "../../workers/domain/statistics/random.ts";
import { resampleEffects } from "../../workers/domain/statistics/two-way-bootstrap.ts";
import { analyseExperiment } from "../../workers/domain/analysis/analyse-experiment.ts";
import { coverageOf, methods, worlds } from "../domain/statistics/coverage-model.ts";
import { randomOutcomes } from "../domain/statistics/grids.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

/** The fastest repeat, which other programs disturbed least. */
function measured(name: string, limit: number, { repeats, work }: { readonly repeats: number; readonly work: () => unknown }): Measurement {
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return { name, value: Math.min(...times), unit: "ms", limit };
}

function columns(runs: number, items: number, error = 0): string[] {
  return Array.from({ length: runs }, (_, run) => randomOutcomes(items, randomFrom(run + 1), { pass: 0.45, error }));
}

function resampling(seeds: number, items: number, error = 0): () => unknown {
  const cells = cellsOf(columns(seeds, items, error), items, "exclude");
  return () => resampleEffects([{ cells, sign: 1 }], { seeds: true, items: true, resamples: 10_000, random: randomFrom(1) });
}

function analysis(arms: number, seeds: number, items: number): () => unknown {
  const base = randomOutcomes(items, randomFrom(999), { pass: 0.45 });
  const runs = columns(arms * seeds, items).map((outcomes, index) => ({
    runId: `run-${index}`,
    arm: `arm-${index % arms}`,
    seed: Math.floor(index / arms) + 1,
    outcomes,
    setAside: false,
  }));
  return () => analyseExperiment({ items, base, runs });
}

/** Experiments behind each coverage figure: a standard error of a quarter of a percent. */
const experiments = 2_000;

/** How far the share of 95 % intervals that hold the truth is from 95 %, at ten seeds and 47 items; only the adjusted ones are quoted. */
function coverage(): Measurement[] {
  return (["these-items", "items-like-these"] as const).flatMap((scope) =>
    Object.entries(worlds).flatMap(([world, model]) => {
      const held = coverageOf(model, scope, { experiments, resamples: 1_000, seed: 2 });
      return methods.map((method): Measurement => {
        const off = { name: `95 % ${method} intervals over ${scope} in a world of ${world}: held ${(held[method] * 100).toFixed(1)} %, off by`, value: Math.abs(held[method] - 0.95) * 100, unit: "points" };
        return method === "adjusted" ? { ...off, limit: 2 } : off;
      });
    }),
  );
}

/** The budgets of the statistics, and the coverage of their intervals. */
export function bench(): Measurement[] {
  return [
    measured("10,000 two-way resamples of 20 seeds × 47 items", 40, { repeats: 15, work: resampling(20, 47) }),
    measured("10,000 two-way resamples of 20 seeds × 1,000 items", 400, { repeats: 5, work: resampling(20, 1_000) }),
    measured("the same with one cell in a hundred an error", 400, { repeats: 5, work: resampling(20, 1_000, 0.01) }),
    measured("whole analysis of 1 arm × 10 seeds × 47 items", 200, { repeats: 9, work: analysis(1, 10, 47) }),
    measured("whole analysis of 4 arms × 10 seeds × 500 items", 4_000, { repeats: 3, work: analysis(4, 10, 500) }),
    measured("whole analysis of 1 arm × 200 seeds × 1,000 items", 8_000, { repeats: 1, work: analysis(1, 200, 1_000) }),
    ...coverage(),
  ];
}
