import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ExperimentChange } from "../../contract/views.ts";
import type { Experiment } from "../../database/experiments.ts";
import { sha256 } from "../../database/tasks.ts";
import { LabError } from "../../domain/errors.ts";
import { experimentFile } from "../lab-layout.ts";
import { readPlainFile } from "../read-file.ts";

/** An experiment file is a few KiB; of what has become larger than this only the beginning is compared. */
const mostBytes = 4 * 1024 * 1024;

/** What happened to the file in the lab since it was frozen, or null where it is unchanged. The runs always follow the frozen text. */
export function deviationOf(labFolder: string, experiment: Pick<Experiment, "id" | "yaml" | "fileHash" | "createdMs">): ExperimentChange | null {
  const relative = experimentFile(experiment.id);
  const path = join(labFolder, relative);
  if (!existsSync(path)) return { kind: "deviation", atMs: experiment.createdMs, text: `${relative} is no longer there; the runs follow the frozen text.` };
  const present = textOf(path);
  if (present === null) return { kind: "deviation", atMs: experiment.createdMs, text: `${relative} can no longer be read; the runs follow the frozen text.` };
  if (sha256(present) === experiment.fileHash) return null;
  return { kind: "deviation", atMs: Math.round(statSync(path).mtimeMs), text: `${relative} was changed after it was frozen: ${firstDifference(experiment.yaml, present)}` };
}

/** Null where a folder, a pipe or something else that is no plain file stands there now, or it may not be read. */
function textOf(path: string): string | null {
  try {
    return Buffer.from(readPlainFile(path, mostBytes)).toString("utf8");
  } catch (error) {
    if (error instanceof LabError) return null;
    throw error;
  }
}

function firstDifference(frozen: string, present: string): string {
  const before = frozen.split("\n");
  const after = present.split("\n");
  const index = before.findIndex((line, at) => line !== after[at]);
  const line = index < 0 ? before.length : index;
  return `line ${line + 1} was ${quoted(before[line])} and is ${quoted(after[line])}. The runs follow the frozen text.`;
}

function quoted(line: string | undefined): string {
  return line === undefined ? "not there" : `“${line.trim().slice(0, 120)}”`;
}
