import type { ExperimentRow } from "../contract/views.ts";
import { LabError } from "../domain/errors.ts";
import { nearest } from "../domain/nearest.ts";
import type { Session } from "./session.ts";

/** The experiment a person means by its id, its name, or the beginning of its id. */
export async function findExperiment({ engine: { api } }: Session, named: string): Promise<ExperimentRow> {
  const { experiments } = await api.lab.overview.query();
  // A whole name means more than the beginning of an id: "sweep" is not "sweep, again", whose id begins with it.
  const ways = [(row: ExperimentRow) => row.id === named, (row: ExperimentRow) => row.name === named, (row: ExperimentRow) => row.id.startsWith(named)];
  const found = ways.map((way) => experiments.filter(way)).find((rows) => rows.length > 0) ?? [];
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) throw new LabError("bad-input", `${named} could be any of ${found.map((row) => row.id).join(", ")}. Write more of the id.`);
  const near = nearest(named, experiments.flatMap((row) => [row.id, row.name]));
  throw new LabError("not-found", `There is no experiment ${named} in this lab. ${near === null ? "`flipbook ls` lists them." : `Did you mean ${near}?`}`);
}
