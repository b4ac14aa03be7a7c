import type { ChangeEvent, ExperimentView } from "../../workers/contract/views.ts";
import { assertNever } from "../../workers/domain/assert-never.ts";

export type ChangeSet = {
  readonly lab: boolean;
  readonly queue: boolean;
  readonly experiments: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
};

/** Gathers events into what has to be asked again; the lab's rows show something of every experiment, run and note. */
export function collectChanges(events: readonly ChangeEvent[]): ChangeSet {
  let lab = false;
  let queue = false;
  const experiments = new Set<string>();
  const runs = new Set<string>();
  const notes = new Set<string>();
  for (const event of events) {
    if (event.kind !== "queue") lab = true;
    switch (event.kind) {
      case "lab":
        break;
      case "experiment":
        experiments.add(event.id);
        break;
      case "run":
        runs.add(event.experimentId);
        break;
      case "queue":
        queue = true;
        break;
      case "notes":
        notes.add(event.experimentId);
        break;
      default:
        assertNever(event);
    }
  }
  return { lab, queue, experiments, runs, notes };
}

/** Changes whenever any run has a new outcome. */
export function scoresPrint(view: ExperimentView): string {
  return view.runs.map((run) => `${run.id} ${run.state} ${run.setAside ?? ""} ${JSON.stringify(run.score)}`).join("\n");
}

/** Changes whenever a run ends, starts or is judged differently. */
export function resultsPrint(view: ExperimentView): string {
  return view.runs.map((run) => `${run.id} ${run.state} ${run.batch} ${run.setAside ?? ""}`).join("\n");
}
