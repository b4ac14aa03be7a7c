import type { ExperimentRow } from "../contract/views.ts";
import { LabError } from "../domain/errors.ts";
import { nearest } from "../domain/nearest.ts";
import type { Session } from "./session.ts";

/** The experiment a person means by its id, the beginning of its id, or its name. */
export async function findExperiment({ engine: { api } }: Session, named: string): Promise<ExperimentRow> {
  const { experiments } = await api.lab.overview.query();
  const exact = experiments.filter((row) => row.id === named);
  const found = exact.length > 0 ? exact : experiments.filter((row) => row.id.startsWith(named) || row.name === named);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) throw new LabError("bad-input", `${named} could be any of ${found.map((row) => row.id).join(", ")}. Write more of the id.`);
  const near = nearest(named, experiments.flatMap((row) => [row.id, row.name]));
  throw new LabError("not-found", `There is no experiment ${named} in this lab. ${near === null ? "`flipbook ls` lists them." : `Did you mean ${near}?`}`);
}
