import type { ArmView, ExperimentView, RunView } from "../../contract/views.ts";
import { listArtifacts } from "../../database/artifacts.ts";
import type { Artifact } from "../../database/artifacts.ts";
import { listArms, listChanges } from "../../database/experiments.ts";
import type { StoredArm } from "../../database/experiments.ts";
import { listJobsOfExperiment } from "../../database/jobs.ts";
import type { Job } from "../../database/jobs.ts";
import { listRuns } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import { sha256 } from "../../database/tasks.ts";
import { baseName } from "../../domain/experiment/experiment.ts";
import type { PromptSettings } from "../../domain/experiment/experiment.ts";
import { experimentStateOf, runStateOf } from "../../domain/job.ts";
import { scoreOf } from "../../domain/outcome.ts";
import { canonicalJson } from "../../domain/task/canonical.ts";
import { endOfRunning } from "../queue/estimate-end.ts";
import type { HandlerContext } from "./context.ts";
import { deviationOf } from "./deviation.ts";
import { foundExperiment, foundTask } from "./found.ts";
import { jobsByRun } from "./jobs-by-run.ts";
import { recipeWords } from "./recipe-words.ts";
import { taskView } from "./task-view.ts";

/** An experiment with its arms, its runs and everything that was changed since it was frozen. */
export function experimentView({ db, lab, now }: Pick<HandlerContext, "db" | "lab" | "now">, id: string): ExperimentView {
  const experiment = foundExperiment(db, id);
  const jobs = jobsByRun(listJobsOfExperiment(db, id));
  const artifacts = listArtifacts(db, id);
  const nowMs = now();
  const runs = listRuns(db, id).map((run) => runView(run, { jobs: jobs.get(run.id) ?? [], artifacts: artifacts.get(run.number) ?? [], nowMs }));
  const deviation = deviationOf(lab, experiment);
  return {
    id,
    name: experiment.name,
    state: experimentStateOf(runs.map((run) => run.state)),
    createdMs: experiment.createdMs,
    yaml: experiment.yaml,
    fileHash: experiment.fileHash,
    base: baseName(experiment.plan.base),
    task: taskView(experiment.taskHash, foundTask(db, experiment.taskHash)),
    arms: listArms(db, id).map((arm) => armView(arm, experiment.plan.score.checkpoints === true)),
    runs,
    changes: [...listChanges(db, id), ...(deviation === null ? [] : [deviation])],
    tags: experiment.tags,
    planned: runs.length,
    finished: runs.filter((run) => run.state === "done").length,
  };
}

function armView({ settings, ...arm }: StoredArm, checkpoints: boolean): ArmView {
  const { prompt, trainable, train, trainItems, fixedSeeds, both, cell } = settings;
  return {
    ...arm,
    recipe: recipeWords(settings),
    ...(cell === undefined ? {} : { cell }),
    ...(both === undefined ? {} : { both }),
    hasSkill: prompt?.skill !== undefined,
    scoresCheckpoints: checkpoints && train?.checkpoints === "every-epoch",
    textHash: prompt === null ? null : shortHash({ prompt, trainItems: drawsFromItems(prompt) ? trainItems : undefined }),
    weightsHash: trainable === null ? null : shortHash({ trainable, train, trainItems, fixedSeeds }),
  };
}

/** Whether a text is another one where there are fewer training items: they stand in it, or a model writes it from them. */
function drawsFromItems({ shots, skill }: PromptSettings): boolean {
  return shots > 0 || skill?.kind === "compile";
}

function shortHash(value: object): string {
  return sha256(canonicalJson(value)).slice(0, 12);
}

type Parts = { readonly jobs: readonly Job[]; readonly artifacts: readonly Artifact[]; readonly nowMs: number };

function runView(run: Run, { jobs, artifacts, nowMs }: Parts): RunView {
  const state = runStateOf(jobs.map((job) => job.state));
  const running = jobs.find((job) => job.state === "running");
  const artifact = artifacts.find((one) => one.role !== "checkpoint");
  const score = scoreOf(run.outcomes);
  return {
    id: run.id,
    arm: run.arm,
    seed: run.seed,
    batch: run.batch,
    state,
    phase: running?.phase ?? null,
    progress: running?.progress ?? null,
    loss: running?.lastLoss ?? run.finalLoss,
    etaMs: running === undefined ? null : endOfRunning(running, null, nowMs),
    score: score.missing === score.total ? null : score,
    setAside: run.setAside,
    failure: failureOf(jobs),
    repeatsIdentical: run.repeatsIdentical,
    repeatsDiffering: run.repeatsDiffering,
    artifact: artifact === undefined ? null : { path: artifact.path, bytes: artifact.bytes, sha256: artifact.sha256 },
    folder: run.folder,
    lastJob: newestStarted(jobs)?.id ?? null,
  };
}

/** Why a run is not done and will not be by itself, in the words of the job that broke it. */
function failureOf(jobs: readonly Job[]): string | null {
  // What was cancelled because of it comes later, also where a retry has put the broken one behind it in the queue.
  const broken = (["failed", "lost", "cancelled"] as const).map((state) => jobs.find((job) => job.state === state)).find((job) => job !== undefined);
  if (broken === undefined || broken.end === null || broken.end.kind === "done") return null;
  return `${broken.kind}: ${broken.end.message}`;
}

function newestStarted(jobs: readonly Job[]): Job | undefined {
  return jobs.filter((job) => job.startedMs !== null).sort((left, right) => (right.startedMs ?? 0) - (left.startedMs ?? 0))[0];
}
