import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Job } from "../database/jobs.ts";
import { jsonOrNull } from "../domain/json-or-null.ts";
import { insideFolder } from "./inside-folder.ts";
import { takenOverFile } from "./lab-layout.ts";

const wholeRun = z.object({ version: z.literal(1), run: z.string() });
const training = z.object({ reuse: z.object({ run: z.string() }).nullable() });

/** The text of {@link takenOverFile}: the run that did a run's work. */
export function takenOverText(run: string): string {
  return `${JSON.stringify({ version: 1, run } satisfies z.infer<typeof wholeRun>)}\n`;
}

/**
 * The jobs of a run whose seconds are those of another run's job, each with that run: weights that were trained for it,
 * or everything. It is read from the run folder, which says so before a job's own lines do.
 */
export function takenOverJobs(lab: string, jobs: readonly Pick<Job, "id" | "kind" | "runFolder" | "startedMs">[]): ReadonlyMap<string, string> {
  return new Map(jobs.flatMap((job): readonly [string, string][] => {
    const folder = insideFolder(lab, job.runFolder);
    // A job that has had a process since did its own work, unless its specification says otherwise.
    const whole = job.startedMs === null ? read(join(folder, takenOverFile), wholeRun)?.run : undefined;
    const run = whole ?? (job.kind === "train" ? read(join(folder, "jobs", `${job.id}.json`), training)?.reuse?.run : undefined);
    return run === undefined ? [] : [[job.id, run]];
  }));
}

function read<Value>(path: string, schema: z.ZodType<Value>): Value | undefined {
  return existsSync(path) ? schema.safeParse(jsonOrNull(readFileSync(path, "utf8"))).data : undefined;
}
