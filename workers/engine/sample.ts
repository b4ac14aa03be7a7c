import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listExperiments } from "../database/experiments.ts";
import type { LabDatabase } from "../database/open.ts";
import type { EngineApi } from "./api.ts";

type SampleDeps = { readonly db: LabDatabase; readonly assets: string; readonly create: EngineApi["experiment"]["create"] };

/** Starts the sample sweep, or finds the one the lab already has: the same text is the same sample. */
export function startSample({ db, assets, create }: SampleDeps): { readonly id: string } {
  const fileName = join(assets, "experiments", "sample.yaml");
  const yaml = readFileSync(fileName, "utf8");
  const present = listExperiments(db).find((experiment) => experiment.yaml === yaml);
  return present === undefined ? create({ yaml, fileName }) : { id: present.id };
}
