import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EpochsView, RunEpochs } from "../../contract/substrate-views.ts";
import type { WorkerLine } from "../../contract/worker-lines.ts";
import { listArms } from "../../database/experiments.ts";
import { listRuns } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import { baseArmOf, noBaseOn, type PlacedArm } from "../../domain/analysis/base-arm.ts";
import { outcomeLetter } from "../../domain/outcome.ts";
import type { OutcomeString } from "../../domain/outcome.ts";
import { notDefined } from "../../domain/statistics/estimate.ts";
import { outcomeOf, sanitise } from "../../domain/task/sanitise.ts";
import { itemsOf } from "../../domain/task/task.ts";
import type { Task } from "../../domain/task/task.ts";
import { parseLine } from "../ingest/parse-line.ts";
import { insideFolder } from "../inside-folder.ts";
import { eventsFile } from "../lab-layout.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment, foundTask } from "./found.ts";

/** What every scored checkpoint passed; empty where none was scored. */
export function epochsView({ db, lab }: Pick<HandlerContext, "db" | "lab">, id: string): EpochsView {
  const { taskHash } = foundExperiment(db, id);
  const task = foundTask(db, taskHash);
  const arms = listArms(db, id);
  const runs = listRuns(db, id);
  const kept = runs.filter((run) => arms.find((arm) => arm.name === run.arm)?.settings.train?.checkpoints === "every-epoch");
  return {
    items: itemsOf(task, "test").length,
    runs: kept.flatMap((run) => {
      const epochs = checkpointLines(lab, run).map(({ epoch, answers }) => ({ epoch, outcomes: outcomesOf(task, answers) }));
      return epochs.length === 0 ? [] : [{ runId: run.id, arm: run.arm, seed: run.seed, base: baseOf(run, arms, runs), epochs }];
    }),
  };
}

function baseOf(run: Run, arms: readonly PlacedArm[], runs: readonly Run[]): RunEpochs["base"] {
  const base = baseArmOf(arms, run.arm);
  if (base === null) return notDefined(noBaseOn(arms, run.arm));
  const scored = runs.find((one) => one.arm === base && /[^.]/.test(one.outcomes));
  return scored === undefined ? notDefined(`${base} has not been scored yet`) : { kind: "outcomes", outcomes: scored.outcomes };
}

type Checkpoint = Extract<WorkerLine, { kind: "checkpoint" }>;

/** Those of the last scoring; a checkpoint that was scored again counts as it was last. */
function checkpointLines(lab: string, run: Run): readonly Checkpoint[] {
  const path = join(insideFolder(lab, run.folder), eventsFile);
  if (!existsSync(path)) return [];
  const byEpoch = new Map<number, Checkpoint>();
  for (const text of readFileSync(path, "utf8").split("\n")) {
    // Most lines are others, and reading them all as JSON would take the longest.
    if (!/"kind":\s*"checkpoint"/.test(text)) continue;
    const parsed = parseLine(text);
    if (parsed.kind === "line" && parsed.line.kind === "checkpoint") byEpoch.set(parsed.line.epoch, parsed.line);
  }
  return [...byEpoch.values()].sort((a, b) => a.epoch - b.epoch);
}

function outcomesOf(task: Task, answers: Checkpoint["answers"]): OutcomeString {
  const said = new Map(answers.map(({ item, raw }) => [item, raw]));
  return itemsOf(task, "test").map((item) => {
    const raw = said.get(item.id);
    return outcomeLetter[raw === undefined ? "missing" : outcomeOf(task, item, sanitise(task, raw))];
  }).join("");
}
