import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Reuse } from "../contract/job-spec.ts";
import { listArtifacts } from "../database/artifacts.ts";
import { listArms } from "../database/experiments.ts";
import { listJobsOfExperiment, type Job } from "../database/jobs.ts";
import type { LabDatabase } from "../database/open.ts";
import { getRun } from "../database/runs.ts";
import type { Arm, ExperimentPlan } from "../domain/experiment/experiment.ts";
import { canonicalJson } from "../domain/task/canonical.ts";
import { insideFolder } from "./inside-folder.ts";

/**
 * A run of the same experiment that has trained these weights under the same seed, where one of the two puts weights
 * and text together at scoring only: the weights alone and both are then about the same draw, and it is trained once.
 * Arms that are alike without such a combination are somebody's repetition, and are trained each by itself.
 */
export function sameWeights({ db, lab }: { readonly db: LabDatabase; readonly lab: string }, job: Job, { arm, plan }: { readonly arm: Arm; readonly plan: ExperimentPlan }): Reuse | null {
  const wanted = trainingKey(arm, plan);
  if (wanted === null) return null;
  const arms = listArms(db, job.experimentId).map(({ settings }) => settings);
  const like = new Set(arms.filter((other) => trainingKey(other, plan) === wanted && (isCombined(arm) || isCombined(other))).map(({ name }) => name));
  const done = listJobsOfExperiment(db, job.experimentId).find(
    (other) => other.kind === "train" && other.state === "done" && other.seed === job.seed && other.runId !== job.runId && like.has(other.arm),
  );
  if (done === undefined) return null;
  const folder = insideFolder(lab, done.runFolder);
  const trained = listArtifacts(db, job.experimentId).get(getRun(db, done.runId)?.number ?? -1) ?? [];
  const kept = trained.length > 0 && trained.every(({ path }) => existsSync(join(folder, path)));
  return kept ? { run: done.runId, job: done.id, folder } : null;
}

/** Everything that decides an arm's trained weights but the seed; null where text stands in the training, or nothing is trained. */
function trainingKey(arm: Arm, plan: ExperimentPlan): string | null {
  if (arm.trainable === null || (arm.prompt !== null && !isCombined(arm))) return null;
  const { trainable, train, path, trainItems, fixedSeeds } = arm;
  return canonicalJson({ base: arm.base ?? plan.base, path, trainable, train, trainItems, fixedSeeds });
}

function isCombined(arm: Arm): boolean {
  return arm.both === "combined-at-scoring";
}
