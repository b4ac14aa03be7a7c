import { existsSync } from "node:fs";
import { join } from "node:path";
import { listArms } from "../database/experiments.ts";
import type { Job } from "../database/jobs.ts";
import { listJobsOfExperiment } from "../database/jobs.ts";
import type { LabDatabase } from "../database/open.ts";
import type { Reuse } from "../contract/job-spec.ts";
import type { Arm } from "../domain/experiment/experiment.ts";
import { canonicalJson } from "../domain/task/canonical.ts";
import { compileRecordFile, skillFile, skillFolder } from "./compile-files.ts";
import { insideFolder } from "./inside-folder.ts";

/** What leads to the desktop's keychain (the secret service answers on the session's bus). */
const keychainVariables = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"];

/** The writer's key, for the one job that needs it: out of the engine's environment, into no file; else the way to the keychain. */
export function keyOf({ prompt }: Arm, kind: Job["kind"], env: NodeJS.ProcessEnv): Record<string, string> {
  if (kind !== "compile" || prompt?.skill?.kind !== "compile") return {};
  const { writer } = prompt.skill.compile;
  const name = writer.kind === "endpoint" ? writer.keyEnv : null;
  if (name === null) return {};
  return Object.fromEntries([...(hasText(env[name]) ? [name] : keychainVariables)].flatMap((each) => (hasText(env[each]) ? [[each, env[each]] as const] : [])));
}

function hasText(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

/**
 * A run of the same experiment whose model was given the same to write under the same seed, and has written it: the
 * text alone and the text with weights are then about the same text, and it is paid for once.
 */
export function sameCompile({ db, lab }: { readonly db: LabDatabase; readonly lab: string }, job: Job, arm: Arm): Reuse | null {
  const wanted = compileKey(arm);
  const like = new Set(listArms(db, job.experimentId).filter(({ settings }) => compileKey(settings) === wanted).map(({ name }) => name));
  const done = listJobsOfExperiment(db, job.experimentId).find(
    (other) => other.kind === "compile" && other.state === "done" && other.seed === job.seed && other.runId !== job.runId && like.has(other.arm),
  );
  if (done === undefined) return null;
  const folder = join(insideFolder(lab, done.runFolder), skillFolder);
  return existsSync(join(folder, skillFile)) && existsSync(join(folder, compileRecordFile)) ? { run: done.runId, job: done.id, folder } : null;
}

function compileKey({ prompt, trainItems }: Arm): string | null {
  return prompt?.skill?.kind === "compile" ? canonicalJson({ compile: prompt.skill.compile, trainItems }) : null;
}
