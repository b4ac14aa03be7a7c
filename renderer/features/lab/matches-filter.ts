import type { ExperimentRow } from "../../../workers/contract/views.ts";

/** Every word of the filter must occur somewhere in what the row shows. */
export function matchesFilter(row: ExperimentRow, filter: string): boolean {
  const text = [row.name, row.taskName, row.state, row.note ?? "", ...row.tags, ...row.paths].join("\n").toLowerCase();
  return filter.toLowerCase().split(/\s+/u).every((word) => text.includes(word));
}
