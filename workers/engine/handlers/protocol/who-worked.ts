import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { WorkerLine } from "../../../contract/worker-lines.ts";
import type { LabDatabase } from "../../../database/open.ts";
import { getRun } from "../../../database/runs.ts";
import { parseLine } from "../../ingest/parse-line.ts";
import { insideFolder } from "../../inside-folder.ts";
import { eventsFile } from "../../lab-layout.ts";

type Lab = { readonly db: LabDatabase; readonly lab: string };
type RunFiles = { readonly runId: string; readonly folder: string };

/** What a job took over from another run instead of doing it, as the job's first line says. */
const takesOver = z.object({ reuse: z.object({ run: z.string(), job: z.string() }) });

/** Runs take over from runs that did the work or took it over themselves; a longer chain than this is none. */
const longestChain = 8;

/**
 * The processes that did a run's work, by kind of job; a run that was taken over, or whose weights or text were, names the
 * one that did it. Two runs that share such a process are one draw, however alike their files are.
 */
export function whoWorked(lab: Lab, run: RunFiles): ReadonlyMap<string, string> {
  const lines = eventsOf(lab.lab, run.folder);
  return new Map(["compile", "train", "score"].flatMap((kind) => {
    const worker = workerOf(lab, lines, { job: `${run.runId}-${kind}`, left: longestChain });
    return worker === null ? [] : [[kind, worker] as const];
  }));
}

function workerOf(lab: Lab, lines: readonly WorkerLine[], { job, left }: { readonly job: string; readonly left: number }): string | null {
  const first = lines.findLast((line) => line.kind === "started" && line.job === job);
  if (first?.kind !== "started") return null;
  const taken = takesOver.safeParse(first.config);
  const from = taken.success && left > 0 ? getRun(lab.db, taken.data.reuse.run) : null;
  const origin = taken.success && from !== null ? workerOf(lab, eventsOf(lab.lab, from.folder), { job: taken.data.reuse.job, left: left - 1 }) : null;
  return origin ?? `${first.bootId ?? ""} ${first.processStart ?? ""} ${first.pid} ${first.t}`;
}

/** The lines of a run folder, those that are none left out. */
export function eventsOf(lab: string, runFolder: string): readonly WorkerLine[] {
  const path = join(insideFolder(lab, runFolder), eventsFile);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").split("\n").flatMap((text) => {
    const parsed = text.trim() === "" ? null : parseLine(text);
    return parsed?.kind === "line" ? [parsed.line] : [];
  });
}
