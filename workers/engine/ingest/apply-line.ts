import type { WorkerLine } from "../../contract/worker-lines.ts";
import { putArtifact } from "../../database/artifacts.ts";
import { beginPhase, endPhase, setLastWord, startAttempt } from "../../database/job-progress.ts";
import { assertNever } from "../../domain/assert-never.ts";
import type { JobKind } from "../../domain/job.ts";
import { leavesFolder } from "../inside-folder.ts";
import { applyPrediction, applyPredictionError } from "./apply-prediction.ts";
import { complain, dropStaleLosses, flushLosses, flushProgress } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Takes one line over into the draft; a line that makes no sense here becomes a notice. */
export function applyLine(draft: Draft, line: WorkerLine): void {
  const kind = draft.jobs.get(line.job);
  if (kind === undefined) return complain(draft, `speaks of job ${line.job}, which is none of this run's; it was left out`);
  switch (line.kind) {
    case "started":
      return applyStarted(draft, kind, line);
    case "phase":
      flushProgress(draft, line.job);
      return beginPhase(draft.db, line.job, { name: line.phase, startedMs: Math.round(line.t * 1000) });
    case "phase-end":
      return endPhase(draft.db, line.job, { ...line, endedMs: Math.round(line.t * 1000) });
    case "model":
      return applyModel(draft, kind, line);
    case "step":
      return applyStep(draft, line);
    case "validation":
    case "compiled":
    case "checkpoint":
      // Read from the run folder where they are wanted.
      return;
    case "prediction":
      return applyPrediction(draft, line);
    case "prediction-error":
      return applyPredictionError(draft, line);
    case "progress":
      draft.progress.set(line.job, { done: line.done, total: line.total, unit: line.unit, loss: draft.progress.get(line.job)?.loss ?? null });
      return;
    case "repeats":
      Object.assign(draft.results, { repeatsIdentical: line.identical, repeatsDiffering: line.differing });
      return;
    case "artifact":
      return applyArtifact(draft, line);
    case "notice":
      return complain(draft, line.message);
    case "ended":
      draft.ended.push(line.job);
      return setLastWord(draft.db, line.job, { end: line.end, message: line.message, traceback: line.traceback, seconds: line.seconds });
    default:
      return assertNever(line);
  }
}

type LineOf<Kind extends WorkerLine["kind"]> = Extract<WorkerLine, { kind: Kind }>;

function applyStarted(draft: Draft, kind: JobKind, line: LineOf<"started">): void {
  flushLosses(draft);
  startAttempt(draft.db, line.job, {
    environment: { versions: line.versions, device: line.device, gitCommit: line.gitCommit },
    process: { pid: line.pid, bootId: line.bootId, processStart: line.processStart },
  });
  if (kind === "train") draft.results.lossesStale = true;
  if (kind === "score") draft.results.predictionsStale = true;
}

/** A scoring job trains nothing and says 0, which must not overwrite what the training said. */
function applyModel(draft: Draft, kind: JobKind, line: LineOf<"model">): void {
  draft.results.parameters = line.parameters;
  if (kind === "train" || draft.results.trainableParameters === null) draft.results.trainableParameters = line.trainableParameters;
}

function applyStep(draft: Draft, line: LineOf<"step">): void {
  dropStaleLosses(draft);
  if (draft.lastStep !== null && line.step <= draft.lastStep) return complain(draft, `gives step ${line.step} after step ${draft.lastStep}; it was left out`);
  if (draft.pending === null || draft.lastStep === null || line.step !== draft.lastStep + 1) {
    flushLosses(draft);
    draft.pending = { firstStep: line.step, losses: [] };
  }
  draft.pending.losses.push(line.loss);
  draft.lastStep = line.step;
  draft.results.finalLoss = line.loss;
  draft.results.minimumLoss = Math.min(draft.results.minimumLoss ?? line.loss, line.loss);
  draft.progress.set(line.job, { done: line.step, total: line.steps, unit: "steps", loss: line.loss });
}

function applyArtifact(draft: Draft, line: LineOf<"artifact">): void {
  if (leavesFolder(line.path)) return complain(draft, `names the artifact ${line.path} outside its run folder; it was left out`);
  putArtifact(draft.db, draft.results.number, line);
}
