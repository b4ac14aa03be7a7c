import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { plural } from "../../../components/format-count.ts";

type Counts = Pick<ExperimentView, "state" | "finished" | "planned"> & { readonly runs: readonly Pick<ExperimentView["runs"][number], "state">[] };

/** How far an experiment is: `8 of 10 runs finished; 1 failed, 1 is running.` */
export function progressSentence({ finished, planned, runs }: Counts): string {
  const count = (...states: readonly string[]) => runs.filter((run) => states.includes(run.state)).length;
  const parts = [
    { number: count("failed", "lost"), says: "failed" },
    { number: count("cancelled"), says: "cancelled" },
    { number: count("running"), says: "running" },
    { number: count("waiting"), says: "waiting" },
    { number: count("held"), says: "held" },
  ].filter(({ number }) => number > 0);
  const rest = parts.length === 0 ? "" : `; ${parts.map(({ number, says }) => `${number} ${says}`).join(", ")}`;
  return `${finished} of ${plural(planned, "run")} finished${rest}.`;
}
