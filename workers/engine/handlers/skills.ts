import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { chatMessage } from "../../contract/job-spec.ts";
import { readSkillFile } from "../../contract/skill-file.ts";
import type { SkillsView, SkillText } from "../../contract/substrate-views.ts";
import { listArtifacts } from "../../database/artifacts.ts";
import { listArms } from "../../database/experiments.ts";
import { listRuns } from "../../database/runs.ts";
import type { Run } from "../../database/runs.ts";
import { sha256 } from "../../database/tasks.ts";
import { jsonOrNull } from "../../domain/json-or-null.ts";
import { skillSentence } from "../../domain/analysis/skill-sentence.ts";
import { compileRecordFile, skillFile, skillFolder } from "../compile-files.ts";
import { insideFolder } from "../inside-folder.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment } from "./found.ts";

/** The texts that stand in the prompts of an experiment's runs; one that is not written yet is left out. */
export function skillsView({ db, lab }: Pick<HandlerContext, "db" | "lab">, id: string): SkillsView {
  foundExperiment(db, id);
  const arms = new Map(listArms(db, id).map((arm) => [arm.name, arm.settings]));
  const artifacts = listArtifacts(db, id);
  const texts = listRuns(db, id).flatMap((run): readonly SkillText[] => {
    const skill = arms.get(run.arm)?.prompt?.skill;
    if (skill?.kind === "text") return [{ ...headOf(run), from: { kind: "file", path: skill.path }, text: skill.text, characters: [...skill.text].length, sha256: sha256(skill.text) }];
    const written = artifacts.get(run.number)?.find((artifact) => artifact.role === "skill");
    return skill?.kind === "compile" && written !== undefined ? writtenText(lab, run, written.sha256) : [];
  });
  return { sentence: sentenceOf(texts), texts };
}

/** A text that was taken over is the same draw and not counted again. */
function sentenceOf(texts: readonly SkillText[]): string | null {
  return skillSentence(texts.flatMap(({ arm, seed, sha256: hash, from }) =>
    from.kind === "writer" && from.reusedFrom === null ? [{ name: `${arm} seed ${seed}`, inputSha256: from.inputSha256, sha256: hash }] : []));
}

const record = z.object({
  inputSha256: z.string(),
  messages: z.array(chatMessage),
  writer: z.object({ model: z.string(), seed: z.int().nullable(), priceIn: z.number().nullable().optional(), priceOut: z.number().nullable().optional() }),
  temperature: z.number(),
  maxTokens: z.int(),
  end: z.enum(["stop", "length"]),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  cost: z.number().nullable(),
  characters: z.int(),
  baseTokens: z.int(),
  reusedFrom: z.string().nullable(),
});

/** The record a compile job left beside its text. */
export type CompileRecord = z.infer<typeof record>;

/** What a run's compile job wrote down; null where its folder does not have it (any more). */
export function compileRecordOf(lab: string, run: Pick<Run, "folder">): CompileRecord | null {
  const path = join(insideFolder(lab, run.folder), skillFolder, compileRecordFile);
  return existsSync(path) ? (record.safeParse(jsonOrNull(readFileSync(path, "utf8"))).data ?? null) : null;
}

function writtenText(lab: string, run: Run, hash: string): readonly SkillText[] {
  const path = join(insideFolder(lab, run.folder), skillFolder, skillFile);
  const found = compileRecordOf(lab, run);
  if (found === null || !existsSync(path)) return [];
  const read = readSkillFile(readFileSync(path), path);
  const { messages, writer, characters, ...rest } = found;
  const from = { kind: "writer", model: writer.model, seedSent: writer.seed, priceIn: writer.priceIn ?? null, priceOut: writer.priceOut ?? null, shown: messages, ...rest } as const;
  return [{ ...headOf(run), from, text: read.kind === "skill" ? read.skill.body : "", characters, sha256: hash }];
}

function headOf({ id, arm, seed }: Run): Pick<SkillText, "runId" | "arm" | "seed"> {
  return { runId: id, arm, seed };
}
