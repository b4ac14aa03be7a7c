import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listArtifactHashes, listDifferingAnswers, listRunsOfRecipes } from "../../../database/repeats.ts";
import type { RecipeRun } from "../../../database/repeats.ts";
import { differenceWords, firstDifference } from "../../../domain/analysis/first-difference.ts";
import type { TrainingTrace } from "../../../domain/analysis/first-difference.ts";
import { insideFolder } from "../../inside-folder.ts";
import type { HandlerContext } from "../context.ts";
import { eventsOf, whoWorked } from "./who-worked.ts";

/** The same arm under the same seed, run twice in this lab, and whether both came out the same. */
export type SameSeed = {
  readonly name: string;
  readonly again: string;
  /** Null = the same artifacts and the same answers; else where they part, in words. */
  readonly difference: string | null;
  /** What the two ran on differs, in words; null where it is the same. */
  readonly elsewhere: string | null;
};

/** Pairs each run of an experiment that was run again, in it or in any other experiment of the lab, with that repeat. */
export function sameSeedPairs({ db, lab }: Pick<HandlerContext, "db" | "lab">, id: string): readonly SameSeed[] {
  const groups = new Map<string, RecipeRun[]>();
  for (const run of listRunsOfRecipes(db, id)) {
    const key = `${run.recipeHash} ${run.seed}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].flatMap((runs) => {
    const own = runs.find((run) => run.experimentId === id);
    // Two arms of one experiment may be the same but for their name; a run is no repeat of itself.
    const others = runs.filter((run) => run !== own);
    if (own === undefined || others.length === 0) return [];
    const ours = whoWorked({ db, lab }, own);
    return others.filter((run) => areApart(ours, whoWorked({ db, lab }, run))).map((again) => compared({ db, lab }, own, again));
  });
}

/** What was taken over from the other run, whole or in part, is no second doing of it. */
function areApart(ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): boolean {
  return [...ours].every(([kind, worker]) => theirs.get(kind) !== worker);
}

function compared(context: Pick<HandlerContext, "db" | "lab">, one: RecipeRun, again: RecipeRun): SameSeed {
  const elsewhere = elsewhereWords(one.environment, again.environment);
  return { name: nameOf(one), again: `${nameOf(again)} of ${again.experimentName}`, difference: differenceOf(context, one, again), elsewhere };
}

function differenceOf({ db, lab }: Pick<HandlerContext, "db" | "lab">, one: RecipeRun, again: RecipeRun): string | null {
  const [ours, theirs] = [one, again].map((run) => new Map(listArtifactHashes(db, run.number).map(({ role, sha256 }) => [role, sha256])));
  if (ours?.get("skill") !== theirs?.get("skill")) return "the writer wrote another text";
  const weights = ["adapter", "prefix"].filter((role) => ours?.get(role) !== theirs?.get(role));
  if (weights.length > 0) return differenceWords(firstDifference(traceOf(lab, one), traceOf(lab, again)));
  const items = listDifferingAnswers(db, one.number, again.number);
  return items.length === 0 ? null : `the artifacts are the same, the answers to items ${items.map((item) => item + 1).join(", ")} differ`;
}

/** What the last attempt of a run's training wrote down. */
function traceOf(lab: string, run: RecipeRun): TrainingTrace {
  const folder = insideFolder(lab, run.folder);
  const lines = eventsOf(lab, run.folder).filter((line) => line.job === `${run.runId}-train`);
  const last = lines.slice(lines.findLastIndex((line) => line.kind === "started"));
  const model = last.find((line) => line.kind === "model");
  return {
    inputsSha256: hashOf(join(folder, "inputs-train.jsonl")),
    initDigest: model?.initDigest ?? null,
    orderDigest: model?.orderDigest ?? null,
    steps: last.flatMap((line) => (line.kind === "step" ? [{ step: line.step, digest: line.digest, loss: line.loss }] : [])),
  };
}

function hashOf(path: string): string | null {
  return existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : null;
}

function elsewhereWords(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return "one of the two does not say what it ran on";
  const [ours, theirs] = [one, other].map(placesOf);
  const parts = [...(ours ?? [])].filter(([name, value]) => theirs?.get(name) !== value);
  return parts.length === 0 ? null : parts.map(([name, value]) => `${name} ${value} and ${theirs?.get(name) ?? "none"}`).join(", ");
}

/** Device, driver and versions out of a job's first line; threads may differ, since they change no digest by design. */
function placesOf(environment: string): ReadonlyMap<string, string> {
  // Written by startAttempt from a zod-checked line.
  const { versions, device } = JSON.parse(environment) as { readonly versions: Readonly<Record<string, string>>; readonly device: { readonly name: string; readonly driver: string | null } };
  return new Map([["device", device.name], ["driver", device.driver ?? "none"], ...Object.entries(versions)]);
}

function nameOf({ arm, seed }: RecipeRun): string {
  return seed === null ? arm : `${arm} seed ${seed}`;
}
