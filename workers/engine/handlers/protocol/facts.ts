import type { SkillsView } from "../../../contract/substrate-views.ts";
import type { ExperimentChange, ProtocolCheck } from "../../../contract/views.ts";
import type { Experiment, StoredArm } from "../../../database/experiments.ts";
import type { Job } from "../../../database/jobs.ts";
import type { Notice } from "../../../database/notices.ts";
import type { Run } from "../../../database/runs.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { RunState } from "../../../domain/job.ts";
import type { Task } from "../../../domain/task/task.ts";
import type { SameSeed } from "./same-seed.ts";

/** A run with where it stands and its jobs. */
export type JudgedRun = { readonly run: Run; readonly state: RunState; readonly jobs: readonly Job[] };

/** Everything the checks of an experiment rest on. */
export type Facts = {
  readonly experiment: Experiment;
  readonly task: Task;
  readonly arms: readonly StoredArm[];
  readonly runs: readonly JudgedRun[];
  readonly analysis: Analysis;
  readonly deviation: ExperimentChange | null;
  /** What jobs, or the reading of their events, wanted a person to know. */
  readonly notices: readonly (Notice & { readonly runId: string })[];
  /** Task hash that each started job was told, by job id; null where its specification is gone. */
  readonly toldTaskHashes: ReadonlyMap<string, string | null>;
  /** The epoch whose weights a run's artifact holds, by run number; null where it was not said. */
  readonly artifactEpochs: ReadonlyMap<number, number | null>;
  readonly skills: SkillsView;
  /** Runs of this experiment that were done again under the same seed. */
  readonly sameSeeds: readonly SameSeed[];
};

export type Check = Omit<ProtocolCheck, "key" | "title">;

/** A run as people call it: `lora seed 3`. */
export function runName({ arm, seed }: Pick<Run, "arm" | "seed">): string {
  return seed === null ? arm : `${arm} seed ${seed}`;
}

/** `1 run`, `2 runs`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
