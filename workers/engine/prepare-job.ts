import { existsSync } from "node:fs";
import { join } from "node:path";
import { getExperiment, listArms } from "../database/experiments.ts";
import type { Job } from "../database/jobs.ts";
import type { LabDatabase } from "../database/open.ts";
import { getTask } from "../database/tasks.ts";
import { LabError } from "../domain/errors.ts";
import { baseSource } from "./base-source.ts";
import { keyOf, sameCompile } from "./compile-start.ts";
import { ensureRunFolder } from "./ensure-run-folder.ts";
import type { OpenGate } from "./queue/gate.ts";
import { writeJobFiles } from "./run-files.ts";
import type { JobCommand } from "./runner/create-runner.ts";
import { jobEnvironment } from "./runner/job-environment.ts";
import { sameWeights } from "./same-weights.ts";

/** What starting a job needs to know of the machine. */
export type JobPlace = { readonly db: LabDatabase; readonly lab: string; readonly python: string; readonly env: NodeJS.ProcessEnv };

/** Scripts by the kind of job; each is one verb. */
const scripts = { compile: "compile_prompt.py", train: "train.py", score: "score.py" } as const;

/** Writes a job's specification into its run folder and says how to start it. */
export function prepareJob(place: JobPlace, job: Job, gate: OpenGate): JobCommand {
  const { kind } = job;
  if (kind === "convert") throw new LabError("bad-input", `This version cannot run a job of the kind ${kind}.`);
  const python = pythonOf(place.env);
  const folder = ensureRunFolder(place.db, place.lab, job.runId);
  // The worker takes what is free when it starts: two threads beside other work are slower than one.
  const threads = null;
  const order = jobOrder(place.db, { ...job, kind });
  const reuse = kind === "compile" ? sameCompile(place, job, order.arm) : kind === "train" ? sameWeights(place, job, order) : null;
  const spec = writeJobFiles(order, { folder, base: baseSource(order.arm.base ?? order.plan.base, place.env), device: "auto", threads, reuse });
  const script = join(place.python, scripts[kind]);
  if (!existsSync(script)) throw new LabError("missing-tool", `${script} is not there. Get the whole program again.`);
  return { file: python, args: [script, "--job", spec], env: { ...jobEnvironment(place.env, { threads, gate: gate.env }), ...keyOf(order.arm, kind, place.env) }, device: gate.device };
}

function pythonOf(env: NodeJS.ProcessEnv): string {
  const python = env["FLIPBOOK_PYTHON"];
  if (python === undefined || python === "") throw new LabError("missing-tool", "Python is not set up for Flipbook. Run `npm start` once, or set FLIPBOOK_PYTHON.");
  if (!existsSync(python)) throw new LabError("missing-tool", `There is no Python at ${python}. Run \`npm start\`; it makes a new environment.`);
  return python;
}

function jobOrder(db: LabDatabase, job: Job & { readonly kind: "compile" | "train" | "score" }): Parameters<typeof writeJobFiles>[0] {
  const experiment = getExperiment(db, job.experimentId);
  const task = experiment === null ? null : getTask(db, experiment.taskHash);
  const arm = listArms(db, job.experimentId).find(({ name }) => name === job.arm);
  if (experiment === null || task === null || arm === undefined) throw new LabError("damaged", `The experiment, task or arm of job ${job.id} is missing from the lab's database.`);
  return { jobId: job.id, runId: job.runId, kind: job.kind, seed: job.seed, arm: arm.settings, plan: experiment.plan, task };
}
