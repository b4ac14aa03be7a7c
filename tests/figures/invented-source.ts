import type { ExperimentView, LossView, MatrixColumn, MatrixView, RunView, Substrate } from "../../workers/contract/views.ts";
import type { AnalysisRun } from "../../workers/domain/analysis/analysis.ts";
import { analyseExperiment } from "../../workers/domain/analysis/analyse-experiment.ts";
import { scoreOf } from "../../workers/domain/outcome.ts";
import { randomFrom, unitFrom } from "../../workers/domain/statistics/random.ts";
import type { RandomSource } from "../../workers/domain/statistics/random.ts";
import type { FigureSource } from "../../renderer/figures/source.ts";

/** An invented experiment of a wanted size; the same wishes give the same experiment. */
export type Wishes = {
  readonly items?: number;
  readonly seeds?: number;
  readonly arms?: readonly (readonly [name: string, substrate: Substrate])[];
  readonly base?: boolean;
  readonly errors?: boolean;
  readonly setAside?: boolean;
  readonly margins?: boolean;
  readonly resamples?: number;
};

const path = "peft/bf16";
const labels = ["answer / chat / none", "answer / explain / none", "rag / recall / personal", "rag / lookup / personal", "rag / compare / shared", "web / search / public", "web / news / public"];
const starts = ["What did we settle on for", "Remind me why we dropped", "Tell me again about", "Is there anything new on", "Who asked for", "Could you compare", "Honestly, I keep thinking about", "Where did I put the notes on"];
const ends = ["the balcony last spring?", "the old vendor", "the trip to Lisbon", "the lease clause on pets", "the paint in the hall, and did anyone write the code down before the tin went?", "yesterday's talk", "the usual tip", "Ana's list"];

/** Everything that figures and pages are made from. */
export function inventedSource(wishes: Wishes = {}): FigureSource {
  const matrix = inventedMatrix(wishes);
  const losses = inventedLosses(matrix);
  const runs = matrix.columns.filter((column) => column.substrate !== "none").map((column, at): AnalysisRun => {
    const finalLoss = losses.runs.find((run) => run.runId === column.runId)?.finalLoss;
    return {
      runId: column.runId, arm: column.arm, seed: column.seed ?? at, outcomes: column.outcomes, predictions: column.predictions,
      setAside: column.setAside !== null, ...(finalLoss === null || finalLoss === undefined ? {} : { finalLoss }),
    };
  });
  const base = matrix.columns.find((column) => column.substrate === "none");
  const analysis = analyseExperiment(
    {
      items: matrix.items.length, base: base?.outcomes ?? null, runs, labels: matrix.labels, gold: matrix.items.map((item) => item.gold),
      ...(base === undefined ? {} : { basePredictions: base.predictions }),
    },
    { resamples: wishes.resamples ?? 1000 },
  );
  return { experiment: inventedExperiment(matrix), matrix, analysis, losses };
}

/** Outcomes with classes that differ: a third always pass, a third always fail, the rest move with the seed. */
export function inventedMatrix({ items = 47, seeds = 10, arms = [["lora", "lora"]], base = true, errors = false, setAside = false, margins = false }: Wishes): MatrixView {
  const random = randomFrom(7);
  const golds = Array.from({ length: items }, () => Math.floor(unitFrom(random) * labels.length));
  const column = (arm: string, substrate: Substrate, seed: number | null): MatrixColumn => {
    const outcomes = golds.map((_, item) => letterOf(item, { seed, errors, random }));
    return {
      runId: `${arm}-${seed ?? "x"}`, arm, substrate, path, seed, batch: "batch 1", setAside: setAside && seed === 2 ? "the card was throttled" : null,
      state: "done", outcomes: outcomes.join(""),
      predictions: outcomes.map((letter, item) => predictionOf(letter, golds[item] ?? 0, random)),
      margins: margins ? outcomes.map((letter) => (letter === "p" ? 1 : -1) * Number((unitFrom(random) * 3).toFixed(3))) : null,
    };
  };
  return {
    taskHash: "9f3c51aa0e7b4c2d8f60b1e94a7733c0d25ef1186ab09c4477d1e38b5a2f90e1",
    items: golds.map((gold, index) => ({ index, id: `item-${String(index + 1).padStart(3, "0")}`, input: `${starts[index % 8] ?? ""} ${ends[(index * 5 + Math.floor(index / 8)) % 8] ?? ""}`, gold })),
    labels,
    columns: [
      ...(base ? [column("base", "none", null)] : []),
      ...arms.flatMap(([name, substrate]) => Array.from({ length: seeds }, (_, at) => column(name, substrate, at + 1))),
    ],
  };
}

function letterOf(item: number, { seed, errors, random }: { readonly seed: number | null; readonly errors: boolean; readonly random: RandomSource }): string {
  const luck = unitFrom(random);
  if (errors && luck < 0.02) return luck < 0.01 ? "e" : ".";
  const kind = item % 11;
  if (kind < 3) return "p";
  if (kind < 8) return "f";
  if (kind === 8) return seed === null ? "f" : luck < 0.92 ? "p" : "f";
  if (kind === 9) return seed === null ? "p" : luck < 0.9 ? "f" : "p";
  return seed === null ? "p" : luck < 0.5 ? "p" : "f";
}

function predictionOf(letter: string, gold: number, random: RandomSource): number {
  if (letter === "e" || letter === ".") return -1;
  if (letter === "p") return gold;
  if (unitFrom(random) < 0.05) return -1;
  // Chat and recall are taken for each other more often than any other two.
  if (gold === 0) return 2;
  if (gold === 2) return unitFrom(random) < 0.8 ? 0 : 5;
  return (gold + 1 + Math.floor(unitFrom(random) * 3)) % labels.length;
}

function inventedLosses(matrix: MatrixView): LossView {
  const random = randomFrom(11);
  const trained = matrix.columns.filter((column) => column.substrate.includes("lora") || column.substrate.includes("prefix"));
  return {
    runs: trained.map((column) => {
      const steps = Array.from({ length: 60 }, (_, at) => at + 1);
      const speed = 0.06 + unitFrom(random) * 0.09;
      const losses = steps.map((step) => Number((2.1 * Math.exp(-speed * step) * (0.8 + 0.4 * unitFrom(random)) + (column.seed === 3 && step === 48 ? 0.9 : 0.0002)).toPrecision(6)));
      return { runId: column.runId, arm: column.arm, seed: column.seed, steps, losses, finalLoss: losses.at(-1) ?? null, minimum: Math.min(...losses) };
    }),
  };
}

function inventedExperiment(matrix: MatrixView): ExperimentView {
  const arms = [...new Map(matrix.columns.map((column) => [column.arm, column])).values()];
  return {
    id: "experiment-1", name: "coin flip, 10 seeds", state: "done", createdMs: 1_750_000_000_000, yaml: "name: coin flip, 10 seeds\n", fileHash: "ab".repeat(32),
    base: "builtin:smollm2-135m",
    task: {
      hash: matrix.taskHash, name: "router-47", title: "Where should the assistant look?",
      fields: [
        { name: "tool", says: "where to look", labels: [{ name: "answer", says: "from itself" }, { name: "rag", says: "own documents" }, { name: "web", says: "the web" }] },
        { name: "mode", says: "how", labels: [{ name: "chat", says: "talk" }] },
        { name: "scope", says: "whose", labels: [{ name: "none", says: "nobody's" }] },
      ],
      counts: { train: 24, validation: 15, test: matrix.items.length }, metric: "exact match of tool, mode and scope",
    },
    arms: arms.map((column, at) => ({
      name: column.arm, substrate: column.substrate, path: column.path, recipeHash: "cd".repeat(32), recipe: column.substrate === "none" ? [] : ["LoRA r16 α32"],
      textHash: column.substrate.startsWith("prompt") ? "text" : null, weightsHash: /lora|prefix/u.exec(column.substrate)?.[0] ?? null,
      ...(column.substrate === "none" ? {} : { cell: { family: "skill", values: { rank: 4 ** at } } }),
    })),
    runs: matrix.columns.map(runOf), changes: [], tags: [], planned: matrix.columns.length, finished: matrix.columns.length,
  };
}

function runOf(column: MatrixColumn): RunView {
  return {
    id: column.runId, arm: column.arm, seed: column.seed, batch: column.batch, state: column.state, phase: null, progress: null, loss: null, etaMs: null,
    score: scoreOf(column.outcomes), setAside: column.setAside, failure: null, repeatsIdentical: true, repeatsDiffering: [], artifact: null, folder: `runs/${column.runId}`, lastJob: null,
  };
}
