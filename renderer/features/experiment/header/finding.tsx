import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { plural } from "../../../components/format-count.ts";

/** The first sentence of the page: what came out, or how far it is. */
export function Finding({ view }: { readonly view: ExperimentView }) {
  return <>{progressSentence(view)}</>;
}

function progressSentence({ state, finished, planned, runs }: ExperimentView): string {
  const failed = runs.filter((run) => run.state === "failed" || run.state === "lost").length;
  const done = `${finished} of ${plural(planned, "run")} finished`;
  if (state === "unfinished") return `${done}; ${plural(planned - finished, "run is", "runs are")} missing, ${failed} of them failed.`;
  return finished === 0 ? `Nothing is scored yet: ${done}.` : `${done}.`;
}
