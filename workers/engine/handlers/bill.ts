import type { BillRow, BillView } from "../../contract/views.ts";
import { listArtifacts } from "../../database/artifacts.ts";
import { listPhases } from "../../database/job-progress.ts";
import { listJobsOfExperiment } from "../../database/jobs.ts";
import type { Job } from "../../database/jobs.ts";
import { listTokenSums } from "../../database/predictions.ts";
import type { TokenSums } from "../../database/predictions.ts";
import { listRuns } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import type { TakenOver } from "../../domain/analysis/bill-spread.ts";
import { energyOfRuns, type RunEnergy } from "../machine/run-energy.ts";
import { takenOverJobs } from "../taken-over.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment } from "./found.ts";
import { jobsByRun } from "./jobs-by-run.ts";
import { compileRecordOf, type CompileRecord } from "./skills.ts";

const phases = ["load", "train", "save", "score", "compile"] as const;

/** What every run cost; what was not measured is null, never 0. */
export function billView({ db, lab }: Pick<HandlerContext, "db" | "lab">, id: string): BillView {
  foundExperiment(db, id);
  const costs = listPhases(db, id);
  const tokens = listTokenSums(db, id);
  const artifacts = listArtifacts(db, id);
  const jobs = jobsByRun(listJobsOfExperiment(db, id));
  const taken = takenOverJobs(lab, [...jobs.values()].flat());
  const energies = energyOfRuns(db, id, taken);
  return {
    rows: listRuns(db, id).map((run) =>
      rowOf(run, {
        costs: costs.filter((cost) => cost.runId === run.id),
        tokens: tokens.get(run.number) ?? null,
        artifactBytes: sum((artifacts.get(run.number) ?? []).filter((artifact) => artifact.role !== "checkpoint").map((artifact) => artifact.bytes)),
        written: (artifacts.get(run.number) ?? []).some((artifact) => artifact.role === "skill") ? compileRecordOf(lab, run) : null,
        energy: energies.get(run.id) ?? null,
        jobs: jobs.get(run.id) ?? [],
        taken,
      })),
  };
}

type Parts = { readonly costs: ReturnType<typeof listPhases>; readonly tokens: TokenSums | null; readonly artifactBytes: number | null; readonly written: CompileRecord | null; readonly energy: RunEnergy | null; readonly jobs: readonly Job[]; readonly taken: ReadonlyMap<string, string> };

function rowOf(run: Run, { costs, tokens, artifactBytes, written, energy, jobs, taken }: Parts): BillRow {
  const seconds = (name: string): number | null => sum(costs.filter((cost) => cost.phase === name).map((cost) => cost.seconds));
  return {
    runId: run.id,
    arm: run.arm,
    seed: run.seed,
    seconds: Object.fromEntries(phases.map((name) => [name, seconds(name)])) as BillRow["seconds"],
    promptTokens: tokens?.promptTokens ?? null,
    completionTokens: tokens?.completionTokens ?? null,
    promptTokensPerCall: tokens === null ? null : tokens.promptTokens / tokens.calls,
    artifactBytes,
    ...(written === null ? {} : { writer: { promptTokens: written.promptTokens, completionTokens: written.completionTokens, cost: written.cost } }),
    trainableParameters: run.trainableParameters,
    peakRssMib: largest(costs.map((cost) => cost.peakRssMib)),
    peakCudaMib: largest(costs.map((cost) => cost.peakCudaMib)),
    energyWh: energy?.wattHours ?? null,
    energyCoverage: energy?.coverage ?? null,
    energyWhByPhase: Object.fromEntries(phases.map((name) => [name, energy?.byPhase.get(name) ?? null])) as BillRow["energyWhByPhase"],
    workSeconds: costs.length === 0 ? null : costs.reduce((total, { jobId, seconds: own }) => total + (taken.has(jobId) ? 0 : own), 0),
    takenOver: takenOverOf(jobs, taken),
  };
}

function takenOverOf(jobs: readonly Job[], taken: ReadonlyMap<string, string>): TakenOver | null {
  const [run] = jobs.flatMap(({ id }) => taken.get(id) ?? []);
  return run === undefined ? null : { what: jobs.every(({ id }) => taken.has(id)) ? "everything" : "training", run };
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
