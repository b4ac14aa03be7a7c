import type { TakenOver } from "../domain/analysis/bill-spread.ts";
import type { LabErrorCode, Problem } from "../domain/errors.ts";
import type { BothWay, GridCell } from "../domain/experiment/experiment.ts";
import type { ExperimentState, JobEnd, JobKind, JobState, RunState } from "../domain/job.ts";
import type { Outcome, OutcomeString, Score } from "../domain/outcome.ts";

/** Substrates: where a skill lives. */
export type Substrate = "none" | "prompt" | "lora" | "prefix" | "prompt+lora" | "prompt+prefix";

/** What the window shows of the lab itself. Times are milliseconds since the epoch everywhere. */
export type LabView = {
  readonly folder: string;
  readonly name: string;
  readonly readOnly: boolean;
  readonly engine: { readonly pid: number; readonly version: string; readonly startedMs: number };
  readonly experiments: readonly ExperimentRow[];
};

/** One line of the lab page: enough to draw its dots, no item data. */
export type ExperimentRow = {
  readonly id: string;
  readonly name: string;
  readonly state: ExperimentState;
  readonly createdMs: number;
  readonly taskName: string;
  readonly taskHash: string;
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  /** First line of the newest note, or null. */
  readonly note: string | null;
  readonly items: number;
  /** Passed items of the base run, or null while it has no score. */
  readonly basePass: number | null;
  readonly arms: readonly { readonly name: string; readonly substrate: Substrate; readonly passes: readonly number[] }[];
  readonly planned: number;
  readonly finished: number;
  readonly failed: number;
};

/** One arm of an experiment. `path` reads `peft/bf16`. */
export type ArmView = {
  readonly name: string;
  readonly substrate: Substrate;
  readonly path: string;
  readonly recipeHash: string;
  /** Short words for the chips: `LoRA r16 α32`, `8 shots`. */
  readonly recipe: readonly string[];
  /** Where it stands in a grid; absent where it is in none. */
  readonly cell?: GridCell;
  /** Short hashes of its text and of its weights, by which arms with the same one are found; null without one, absent where it is not known. */
  readonly textHash?: string | null;
  /** Whether a skill's text stands in its prompts, and whether its checkpoints are scored. */
  readonly hasSkill?: boolean;
  readonly scoresCheckpoints?: boolean;
  readonly weightsHash?: string | null;
  /** How its text and its weights come together; absent where it does not have both. */
  readonly both?: BothWay;
};

/** How far a job or run is; `total` null = unknown. */
export type Progress = { readonly done: number; readonly total: number; readonly unit: string };

/** One run: an arm under a seed (`seed` null where the arm has nothing to seed). */
export type RunView = {
  readonly id: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly batch: string;
  readonly state: RunState;
  readonly phase: string | null;
  readonly progress: Progress | null;
  readonly loss: number | null;
  readonly etaMs: number | null;
  readonly score: Score | null;
  readonly setAside: string | null;
  readonly failure: string | null;
  readonly repeatsIdentical: boolean | null;
  readonly repeatsDiffering: readonly string[];
  readonly artifact: { readonly path: string; readonly bytes: number; readonly sha256: string } | null;
  readonly folder: string;
  /** The newest job that started, for its terminal; null where none did. */
  readonly lastJob: string | null;
};

/** The frozen task as the window needs it; `items` are the test split only, in index order. */
export type TaskView = {
  readonly hash: string;
  readonly name: string;
  readonly title: string;
  readonly fields: readonly { readonly name: string; readonly says: string; readonly labels: readonly { readonly name: string; readonly says: string }[] }[];
  readonly counts: { readonly train: number; readonly validation: number; readonly test: number };
  readonly metric: string;
};

/** An extension (seeds added later) or a deviation (the file changed after it was frozen), both dated. */
export type ExperimentChange = { readonly atMs: number; readonly kind: "extension" | "deviation"; readonly text: string };

/** An experiment with its arms and runs. */
export type ExperimentView = {
  readonly id: string;
  readonly name: string;
  readonly state: ExperimentState;
  readonly createdMs: number;
  readonly yaml: string;
  readonly fileHash: string;
  readonly base: string;
  readonly task: TaskView;
  readonly arms: readonly ArmView[];
  readonly runs: readonly RunView[];
  readonly changes: readonly ExperimentChange[];
  readonly tags: readonly string[];
  readonly planned: number;
  readonly finished: number;
};

/** The matrix of items × runs. `labels` is a dictionary; `predictions` of a column index it per item (−1 = none). */
export type MatrixView = {
  readonly taskHash: string;
  readonly items: readonly { readonly index: number; readonly id: string; readonly input: string; readonly gold: number }[];
  readonly labels: readonly string[];
  readonly columns: readonly MatrixColumn[];
};

/** One run's column; the base comes first, arms follow in the file's order, then seeds ascending. */
export type MatrixColumn = {
  readonly runId: string;
  readonly arm: string;
  readonly substrate: Substrate;
  readonly path: string;
  readonly seed: number | null;
  readonly batch: string;
  readonly setAside: string | null;
  readonly state: RunState;
  readonly outcomes: OutcomeString;
  readonly predictions: readonly number[];
  /** Per item, where margins were recorded (nats): a wrong answer's gold minus given log-probability (below zero), a right one's smallest gap to another token (above). */
  readonly margins: readonly (number | null)[] | null;
};

/** One item with everything every run said. */
export type ItemView = {
  readonly index: number;
  readonly id: string;
  readonly input: string;
  readonly gold: Readonly<Record<string, string>>;
  readonly runs: readonly {
    readonly runId: string;
    readonly arm: string;
    readonly seed: number | null;
    readonly outcome: Outcome;
    readonly raw: string | null;
    readonly parsed: Readonly<Record<string, string>> | null;
    readonly problem: string | null;
    readonly promptTokens: number | null;
    readonly completionTokens: number | null;
    readonly latencyMs: number | null;
    readonly goldLogProb: number | null;
    readonly givenLogProb: number | null;
    readonly differingRepeats: readonly { readonly repeat: number; readonly raw: string }[]; // against `raw`, the first
  }[];
};

/** Loss per optimiser step of every run that trained (nats per answer token); reduced to at most 600 points a run. */
export type LossView = {
  readonly runs: readonly { readonly runId: string; readonly arm: string; readonly seed: number | null; readonly steps: readonly number[]; readonly losses: readonly number[]; readonly finalLoss: number | null; readonly minimum: number | null }[];
};

/** What a run cost; null where it was not measured, never 0. */
export type BillRow = {
  readonly runId: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly seconds: Readonly<Record<"load" | "train" | "save" | "score" | "compile", number | null>>;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Mean prompt tokens per call. */
  readonly promptTokensPerCall: number | null;
  /** All the run made but its checkpoints. */
  readonly artifactBytes: number | null;
  /** What the writer of the run's text read, wrote and was paid; absent where nothing was written. */
  readonly writer?: { readonly promptTokens: number | null; readonly completionTokens: number | null; readonly cost: number | null };
  readonly trainableParameters: number | null;
  readonly peakRssMib: number | null;
  readonly peakCudaMib: number | null;
  /** Of the GPU while the run's jobs (their last attempts) had it, over the time in which power was read. */
  readonly energyWh: number | null;
  /** Share of that time in which power was read, 0 to 1. */
  readonly energyCoverage: number | null;
  readonly energyWhByPhase: Readonly<Record<"load" | "train" | "save" | "score" | "compile", number | null>>;
  /** Of its seconds those of jobs that did their work themselves; 0 where all of it was taken over. */
  readonly workSeconds: number | null;
  /** Whose seconds the others are; null where the run did everything itself. */
  readonly takenOver: TakenOver | null;
};
export type BillView = { readonly rows: readonly BillRow[] };

/** One protocol check: a sentence, a state, and what it rests on. */
export type ProtocolCheck = {
  readonly key: string;
  readonly title: string;
  readonly state: "yes" | "no" | "unknown" | "pending";
  readonly sentence: string;
  readonly evidence: readonly string[];
};
export type ProtocolView = { readonly checks: readonly ProtocolCheck[] };

/** One job as the queue shows it. `waitsFor` is a plain sentence while it has not started. */
export type JobView = {
  readonly id: string;
  readonly runId: string;
  readonly experimentId: string;
  readonly experimentName: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly kind: JobKind;
  readonly attempt: number;
  readonly state: JobState;
  /** Before the others (1), in turn (0) or after them (-1). */
  readonly priority: -1 | 0 | 1;
  readonly position: number;
  readonly waitsFor: string | null;
  /** Free GPU memory it waits for, from the experiment's file or from what an earlier run of the same arm took; null = none, or it has started. */
  readonly need: { readonly freeMib: number; readonly forSeconds: number; readonly from: "file" | "earlier-run" } | null;
  readonly phase: string | null;
  readonly progress: Progress | null;
  readonly loss: number | null;
  readonly etaMs: number | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly end: JobEnd | null;
};

/** The queue: what runs, what waits in order, and the latest that ended. */
export type QueueView = {
  readonly paused: boolean;
  readonly pausedWhy: string | null;
  readonly afterCrash: "go-on" | "pause" | "retry";
  /** How often a job that ran out of a GPU's memory goes back through the gate. */
  readonly memoryRetries: number;
  readonly running: readonly JobView[];
  readonly waiting: readonly JobView[];
  readonly ended: readonly JobView[];
  readonly doneAboutMs: number | null;
};

/** What an experiment file would do, or the problems in it. */
export type CheckView =
  | {
      readonly kind: "ok";
      readonly name: string;
      readonly task: string;
      readonly arms: readonly { readonly name: string; readonly substrate: Substrate; readonly runs: number; readonly jobs: number }[];
      readonly runs: number;
      readonly jobs: number;
      readonly notices: readonly string[];
      /** Planned runs of which one with the same task, recipe, seed and scoring is done: they can be taken over instead of done again. */
      readonly alreadyDone: readonly { readonly arm: string; readonly seed: number | null; readonly experimentId: string; readonly experimentName: string; readonly passes: number; readonly items: number }[];
    }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/** The state of the machine right now, for the bottom line. A GPU cell that is unknown is null with its reason. */
export type MachineView = {
  readonly atMs: number;
  readonly gpus: readonly {
    readonly uuid: string;
    readonly name: string;
    readonly usedMib: number | null;
    /** What the gate looks at; less than total minus used where the driver keeps some for itself. */
    readonly freeMib: number | null;
    readonly totalMib: number | null;
    readonly powerWatts: number | null;
    readonly temperatureC: number | null;
    readonly utilisationPercent: number | null;
    readonly fanPercent: number | null;
    readonly smClockMhz: number | null;
    readonly memoryClockMhz: number | null;
    /** What holds the clocks back, in words; null where the driver does not tell. */
    readonly throttle: readonly string[] | null;
    /** Power as it is at the instant, or as an average over a second; null while it is unknown. */
    readonly powerKind: "instant" | "average" | null;
    readonly missing: Readonly<Record<string, string>>;
    /** Processes that hold this GPU's memory, most first; `usedMib` null where the system does not tell. */
    readonly holders: readonly { readonly pid: number; readonly program: string; readonly usedMib: number | null; readonly draws: boolean; /** The job it belongs to. */ readonly jobId: string | null }[];
  }[];
  /** Why there are no GPU readings, in words, or null. */
  readonly gpuState: string | null;
  /** How often the GPUs are read. */
  readonly periodMs: number;
  readonly memory: { readonly totalMib: number; readonly freeMib: number };
  readonly load1: number;
  /** What all cards took since the last noon while jobs were at work; null where no power was kept. */
  readonly tonight: { readonly wattHours: number; readonly sinceMs: number } | null;
  /** 100 per busy core; null at the first look. */
  readonly cpuPercent: number | null;
  readonly jobs: readonly { readonly jobId: string; readonly rssMib: number; readonly cpuPercent: number | null }[];
};

/** What may have changed; clients fetch again what they show of it. */
export type ChangeEvent =
  | { readonly kind: "lab" }
  | { readonly kind: "experiment"; readonly id: string }
  | { readonly kind: "run"; readonly experimentId: string; readonly runId: string }
  | { readonly kind: "queue" }
  | { readonly kind: "notes"; readonly experimentId: string };

/** A piece of a job's terminal; `offset` is the byte offset after it, to resume from. */
export type TerminalChunk = { readonly offset: number; readonly text: string };

/** How an expected failure crosses the wire (tRPC error data). */
export type LabErrorData = { readonly code: LabErrorCode; readonly message: string; readonly problems: readonly Problem[] };
