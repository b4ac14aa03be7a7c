import type { MatrixColumn, MatrixView } from "../../contract/views.ts";
import { listArms } from "../../database/experiments.ts";
import type { StoredArm } from "../../database/experiments.ts";
import { listRunStates, listRuns } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import { listRunColumns } from "../../database/run-results.ts";
import type { RunColumn } from "../../database/run-results.ts";
import { runStateOf } from "../../domain/job.ts";
import { labelOf } from "../../domain/task/label.ts";
import { itemsOf } from "../../domain/task/task.ts";
import type { Item, Task } from "../../domain/task/task.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment, foundTask } from "./found.ts";

/** Test items × runs in their compact form; the base's column comes first. Statistics do without margins, which take as long to read as all the rest. */
export function matrixView({ db }: Pick<HandlerContext, "db">, id: string, { margins } = { margins: true }): MatrixView {
  const { taskHash } = foundExperiment(db, id);
  const task = foundTask(db, taskHash);
  const tests = itemsOf(task, "test");
  const labels = createLabels();
  const gold = tests.map((item) => labels.codeOf(goldLabel(task, item)));
  const columns = listRunColumns(db, id);
  const states = listRunStates(db, id);
  const arms = new Map(listArms(db, id).map((arm) => [arm.name, arm]));
  return {
    taskHash,
    items: tests.map((item, index) => ({ index, id: item.id, input: item.input, gold: gold[index] ?? -1 })),
    columns: baseFirst(listRuns(db, id), arms).flatMap((run): MatrixColumn[] => {
      const [arm, column] = [arms.get(run.arm), columns.get(run.id)];
      if (arm === undefined || column === undefined) return [];
      return [{
        runId: run.id, arm: run.arm, substrate: arm.substrate, path: arm.path, seed: run.seed, batch: run.batch, setAside: run.setAside,
        state: runStateOf(states.get(run.id) ?? []), outcomes: run.outcomes,
        predictions: predictionsOf(column, tests.length, labels), margins: margins ? marginsOf(column) : null,
      }];
    }),
    // Last, when every label has been seen.
    labels: labels.names,
  };
}

type Labels = { readonly names: string[]; readonly codeOf: (name: string) => number };

function createLabels(): Labels {
  const names: string[] = [];
  const codes = new Map<string, number>();
  const codeOf = (name: string): number => {
    const known = codes.get(name);
    if (known !== undefined) return known;
    codes.set(name, names.length);
    return names.push(name) - 1;
  };
  return { names, codeOf };
}

function goldLabel(task: Task, item: Item): string {
  return labelOf(task, item.gold) ?? "";
}

function predictionsOf({ labelNames, labelCodes }: RunColumn, items: number, labels: Labels): number[] {
  const predictions = new Array<number>(items).fill(-1);
  if (labelCodes === null) return predictions;
  const codes = labelNames.map((name) => labels.codeOf(name));
  // A plain loop: this runs over every cell, and Array.from is several times slower.
  for (let index = 0; index < labelCodes.length; index++) predictions[index] = codes[labelCodes[index] ?? -1] ?? -1;
  return predictions;
}

function marginsOf({ margins }: RunColumn): (number | null)[] | null {
  if (margins === null) return null;
  const known = new Array<number | null>(margins.length);
  for (let index = 0; index < margins.length; index++) {
    const margin = margins[index] ?? NaN;
    known[index] = Number.isNaN(margin) ? null : margin;
  }
  return known;
}

function baseFirst(runs: readonly Run[], arms: ReadonlyMap<string, StoredArm>): readonly Run[] {
  const isBase = (run: Run): boolean => arms.get(run.arm)?.substrate === "none";
  return [...runs.filter(isBase), ...runs.filter((run) => !isBase(run))];
}
