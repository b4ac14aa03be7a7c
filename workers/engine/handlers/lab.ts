import { basename } from "node:path";
import type { ExperimentRow, LabView } from "../../contract/views.ts";
import { listAllArms, listExperiments } from "../../database/experiments.ts";
import type { Experiment } from "../../database/experiments.ts";
import { listNewestNotes } from "../../database/notes.ts";
import { listRunSummaries } from "../../database/runs.ts";
import type { RunSummary } from "../../database/runs.ts";
import { listTestCounts } from "../../database/tasks.ts";
import type { Substrate } from "../../domain/experiment/experiment.ts";
import { experimentStateOf, runStateOf } from "../../domain/job.ts";
import type { RunState } from "../../domain/job.ts";
import type { HandlerContext } from "./context.ts";

/** The lab page: every experiment with the scores of its finished runs. */
export function labOverview({ db, lab, engine }: Pick<HandlerContext, "db" | "lab" | "engine">): LabView {
  const arms = grouped(listAllArms(db));
  const runs = grouped(listRunSummaries(db));
  const notes = listNewestNotes(db);
  const tasks = listTestCounts(db);
  const experiments = listExperiments(db).map((experiment) =>
    rowOf(experiment, {
      arms: arms.get(experiment.id) ?? [],
      runs: (runs.get(experiment.id) ?? []).map((run) => ({ ...run, state: runStateOf(run.states) })),
      note: notes.get(experiment.id) ?? null,
      task: tasks.get(experiment.taskHash) ?? { name: "", items: 0 },
    }));
  return { folder: lab, name: basename(lab), readOnly: db.readOnly, engine, experiments };
}

type Parts = {
  readonly arms: readonly { readonly name: string; readonly substrate: Substrate; readonly path: string }[];
  readonly runs: readonly (RunSummary & { readonly state: RunState })[];
  readonly note: string | null;
  readonly task: { readonly name: string; readonly items: number };
};

function rowOf(experiment: Experiment, { arms, runs, note, task }: Parts): ExperimentRow {
  const done = runs.filter((run) => run.state === "done");
  const base = arms.find((arm) => arm.substrate === "none");
  return {
    id: experiment.id,
    name: experiment.name,
    state: experimentStateOf(runs.map((run) => run.state)),
    createdMs: experiment.createdMs,
    taskName: task.name,
    taskHash: experiment.taskHash,
    paths: [...new Set(arms.map((arm) => arm.path))],
    tags: experiment.tags,
    note: note === null ? null : firstLine(note),
    items: task.items,
    basePass: done.find((run) => run.arm === base?.name)?.passes ?? null,
    arms: arms.map((arm) => ({ name: arm.name, substrate: arm.substrate, passes: done.filter((run) => run.arm === arm.name).map((run) => run.passes) })),
    planned: runs.length,
    finished: done.length,
    failed: runs.filter((run) => run.state === "failed" || run.state === "lost").length,
  };
}

function firstLine(markdown: string): string {
  return markdown.split(/\r\n|\r|\n/).find((line) => line.trim() !== "")?.trim() ?? "";
}

function grouped<Row extends { readonly experimentId: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const known = groups.get(row.experimentId);
    if (known === undefined) groups.set(row.experimentId, [row]);
    else known.push(row);
  }
  return groups;
}
