import { cellsOf } from "../../workers/domain/statistics/cells.ts";
import { randomFrom } from "../../workers/domain/statistics/random.ts";
import { resampleEffects } from "../../workers/domain/statistics/two-way-bootstrap.ts";
import { analyseExperiment } from "../../workers/domain/analysis/analyse-experiment.ts";
import { coverageOf, methods, worlds } from "../domain/statistics/coverage-model.ts";
import { randomOutcomes } from "../domain/statistics/grids.ts";

// Run: node tests/bench/statistics.bench.ts [experiments per coverage figure, default 4000; 0 leaves coverage out].
// Ends with status 1 where a budget is broken; the budget is for the fastest repeat, the one that other programs disturbed least.

let broken = 0;

function report(name: string, budgetMs: number, repeats: number, work: () => unknown): void {
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const [fastest, median] = [times[0] ?? 0, times[Math.floor(repeats / 2)] ?? 0];
  const over = fastest > budgetMs;
  if (over) broken++;
  console.log(`${name.padEnd(54)} fastest ${fastest.toFixed(1).padStart(7)}  median ${median.toFixed(1).padStart(7)}  budget ${budgetMs} ms${over ? "  OVER" : ""}`);
}

function columns(runs: number, items: number): string[] {
  return Array.from({ length: runs }, (_, run) => randomOutcomes(items, randomFrom(run + 1), { pass: 0.45 }));
}

function resampling(seeds: number, items: number): () => unknown {
  const cells = cellsOf(columns(seeds, items), items, "exclude");
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

report("10,000 two-way resamples of 20 seeds × 47 items", 40, 15, resampling(20, 47));
report("10,000 two-way resamples of 20 seeds × 1,000 items", 400, 7, resampling(20, 1_000));
report("whole analysis of 1 arm × 10 seeds × 47 items", 200, 9, analysis(1, 10, 47));
report("whole analysis of 4 arms × 10 seeds × 500 items", 4_000, 3, analysis(4, 10, 500));
report("whole analysis of 1 arm × 200 seeds × 1,000 items", 8_000, 1, analysis(1, 200, 1_000));

const experiments = Number(process.argv[2] ?? 4_000);
if (experiments > 0) {
  console.log(`\ncoverage of 95 % intervals, K = 10, N = 47, ${experiments} experiments × 1,000 resamples`);
  console.log(`${"scope".padEnd(18)}${"world".padEnd(16)}${methods.map((method) => method.padStart(12)).join("")}`);
  for (const scope of ["these-items", "items-like-these"] as const) {
    for (const [name, world] of Object.entries(worlds)) {
      const coverage = coverageOf(world, scope, { experiments, resamples: 1_000, seed: 2 });
      console.log(`${scope.padEnd(18)}${name.padEnd(16)}${methods.map((method) => coverage[method].toFixed(3).padStart(12)).join("")}`);
      if (coverage.adjusted < 0.93 || coverage.adjusted > 0.97) broken++;
    }
  }
}
process.exitCode = broken > 0 ? 1 : 0;
