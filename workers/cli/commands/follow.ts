import type { ExperimentView } from "../../contract/views.ts";
import type { Session } from "../session.ts";
import { isOpen } from "../progress/is-open.ts";
import { runDisplay, type RunDisplay } from "../progress/live-lines.ts";
import { oneLine, runName } from "../words.ts";

/** How the watching of an experiment ended: all its runs ended, or the user asked for something. */
export type Followed = { readonly kind: "over"; readonly view: ExperimentView } | { readonly kind: "interrupted" };

const redrawMs = 200;
/** What the queue says of the job whose turn it is. */
const startsNext = "starts next";

/** Shows an experiment's progress until none of its runs waits or runs, or until `interrupted` resolves. */
export async function followExperiment(session: Session, id: string, watch: { readonly display: RunDisplay; readonly interrupted: Promise<void> }): Promise<Followed> {
  const { api } = session.engine;
  let wake: () => void = () => undefined;
  const changes = api.lab.changes.subscribe(undefined, {
    onData: (events) => {
      if (events.some((event) => event.kind === "queue" || (event.kind === "experiment" && event.id === id) || (event.kind === "run" && event.experimentId === id))) wake();
    },
    // The connection comes back by itself, and every look asks anew.
    onError: () => wake(),
  });
  const asked = { stop: false };
  void watch.interrupted.then(() => {
    asked.stop = true;
    wake();
  });
  try {
    for (;;) {
      if (asked.stop) return { kind: "interrupted" };
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const view = await api.experiment.get.query({ id });
      watch.display.show(view, await whyNothingRuns(session, view));
      if (!view.runs.some(isOpen)) return { kind: "over", view };
      await Promise.race([changed, pause(1_000)]);
      await pause(redrawMs);
    }
  } finally {
    changes.unsubscribe();
  }
}

/** Why none of an experiment's open runs is at work, or null where one is or is about to be. */
async function whyNothingRuns({ engine: { api } }: Session, view: ExperimentView): Promise<string | null> {
  if (!view.runs.some(isOpen) || view.runs.some((run) => run.state === "running")) return null;
  const { paused, pausedWhy, waiting } = await api.queue.list.query();
  if (paused) return `The queue is paused: ${oneLine(pausedWhy ?? "by you")}. Resume it in the window.`;
  const next = waiting.find((job) => job.experimentId === view.id && job.state !== "held");
  return next === undefined || next.waitsFor === null || next.waitsFor === startsNext ? null : `${runName(next)} waits: ${oneLine(next.waitsFor)}`;
}

/** Where progress goes: beside the one JSON document, or to the terminal. */
export function displayFor({ terminal, json }: Session): RunDisplay {
  return runDisplay(terminal, json ? terminal.err : terminal.out);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
