import type { AnalysisMatrix, AnalysisRun } from "../../../workers/domain/analysis/analysis.ts";

/** The thirteen seed-sensitive items, base and then seeds 6 10 2 4 5 3 7 8 9 1 (p pass, f fail): made up so that every count and score of the reference experiment comes out. */
const sensitive = [
  ["f", "pppppppppf"],
  ["f", "pppppppppf"],
  ["f", "pppppppppf"],
  ["p", "ffffffffff"],
  ["p", "ffffffffff"],
  ["p", "ffffffffpf"],
  ["p", "fffffffffp"],
  ["p", "ffffppppff"],
  ["p", "pppppppfff"],
  ["p", "ppffffpppf"],
  ["p", "pppppffppf"],
  ["f", "ppppfffffp"],
  ["f", "ppppppffff"],
] as const;

const seedOrder = [6, 10, 2, 4, 5, 3, 7, 8, 9, 1];
const labels = ["answer/chat", "rag/recall", "web/search"];

/** Prediction per item from an outcome: gold where right, else the other of the pair that the item moves between. */
const goldOf = (item: number): number => (item === 24 ? 2 : item % 2);
const wrongOf = (item: number): number => (item === 24 ? 0 : 1 - (item % 2));

function column(read: (row: readonly [string, string]) => string): string {
  return "p".repeat(13) + sensitive.map((row) => read(row)).join("") + "f".repeat(21);
}

function predictionsOf(outcomes: string): number[] {
  return Array.from(outcomes, (letter, item) => (letter === "p" ? goldOf(item) : wrongOf(item)));
}

export const sweepBase = column((row) => row[0]);

/** The ten runs, not in seed order. */
export const sweepRuns: readonly AnalysisRun[] = seedOrder.map((seed, at) => {
  const outcomes = column((row) => row[1].charAt(at));
  return { runId: `seed-${seed}`, arm: "lora", seed, outcomes, predictions: predictionsOf(outcomes), setAside: false, finalLoss: 0.01 * seed };
});

/** Ten adapters on 47 items. */
export const sweep: AnalysisMatrix = {
  items: 47,
  base: sweepBase,
  basePredictions: predictionsOf(sweepBase),
  runs: sweepRuns,
  arms: [{ name: "lora", planned: 10, noun: ["adapter", "adapters"] }],
  labels,
  gold: Array.from({ length: 47 }, (_, item) => goldOf(item)),
};
