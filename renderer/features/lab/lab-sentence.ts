import type { ExperimentRow } from "../../../workers/contract/views.ts";
import type { ExperimentState } from "../../../workers/domain/job.ts";
import { formatCount, plural } from "../../components/format-count.ts";

const order: readonly ExperimentState[] = ["running", "waiting", "held", "unfinished", "done"];

/** `3 experiments: 1 running, 2 done.`, `3 experiments, all done.` */
export function labSentence(rows: readonly Pick<ExperimentRow, "state">[]): string {
  const parts = order
    .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => (count === rows.length && count > 1 ? `all ${state}` : `${formatCount(count)} ${state}`));
  if (parts.length === 1 && rows.length > 1) return `${plural(rows.length, "experiment")}, ${parts.join("")}.`;
  return `${plural(rows.length, "experiment")}: ${parts.join(", ")}.`;
}
