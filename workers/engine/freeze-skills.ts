import { readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { maxSkillBytes, readSkillFile } from "../contract/skill-file.ts";
import { decodeUtf8 } from "../contract/utf8.ts";
import { formatProblem, LabError } from "../domain/errors.ts";
import type { Arm, ExperimentPlan } from "../domain/experiment/experiment.ts";
import type { CompileSettings, SkillSource } from "../domain/experiment/skill-source.ts";
import { readPlainFile } from "./read-file.ts";
import { besideFile } from "./task-folder.ts";

/** The plan with every text it names by a path put into it, or what keeps one from being read; `arm` is the arm's name in the file. */
export type SkillsFrozen =
  | { readonly kind: "plan"; readonly plan: ExperimentPlan; readonly notices: readonly string[] }
  | { readonly kind: "missing"; readonly arm: string; readonly message: string; readonly fix: string };

/** Reads the skill files, logs and model files an experiment names: they are frozen with it, and may change afterwards. */
export function freezeSkills(plan: ExperimentPlan, fileName: string): SkillsFrozen {
  const notices: string[] = [];
  const arms: Arm[] = [];
  for (const arm of plan.arms) {
    const { prompt } = arm;
    if (prompt?.skill === undefined) {
      arms.push(arm);
      continue;
    }
    const frozen = frozenSource(prompt.skill, fileName);
    if (frozen.kind === "missing") return { ...frozen, arm: arm.cell?.family ?? arm.name, message: sentence(frozen.message) };
    for (const notice of frozen.notices) if (!notices.includes(notice)) notices.push(notice);
    arms.push({ ...arm, prompt: { ...prompt, skill: frozen.source } });
  }
  return { kind: "plan", plan: { ...plan, arms }, notices };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Missing = { readonly kind: "missing"; readonly message: string; readonly fix: string };
type Frozen<Key extends string, Value> = ({ readonly kind: "read"; readonly notices: readonly string[] } & Readonly<Record<Key, Value>>) | Missing;

function frozenSource(source: SkillSource, fileName: string): Frozen<"source", SkillSource> {
  switch (source.kind) {
    case "text":
      return { kind: "read", source, notices: [] };
    case "file":
      return frozenFile(source.path, fileName);
    case "compile": {
      const compile = frozenCompile(source.compile, fileName);
      return compile.kind === "missing" ? compile : { kind: "read", source: { kind: "compile", compile: compile.compile }, notices: [] };
    }
  }
}

function frozenFile(path: string, fileName: string): Frozen<"source", SkillSource> {
  const place = placeOf(path, fileName);
  if (typeof place !== "string") return place;
  const file = skillFileIn(place);
  const bytes = file === null ? null : readOrNull(file, maxSkillBytes);
  if (file === null || bytes === null) return { kind: "missing", message: `there is no skill at ${place}.`, fix: "Name a SKILL.md, or a folder with one in it." };
  const read = readSkillFile(bytes, file);
  if (read.kind === "problems") return { kind: "missing", message: read.problems.map(formatProblem).join(" "), fix: "" };
  const { name, body, notices } = read.skill;
  return { kind: "read", source: { kind: "text", path, name, text: body }, notices: notices.map(formatProblem) };
}

function frozenCompile({ log, writer, ...rest }: CompileSettings, fileName: string): Frozen<"compile", CompileSettings> {
  const model = writer.kind === "local" && writer.model !== null ? placeOf(writer.model, fileName) : null;
  if (model !== null && typeof model !== "string") return model;
  if (model !== null && statOf(model)?.isFile() !== true) return { kind: "missing", message: `there is no model at ${model}.`, fix: "Name a .gguf file, or write writer: local for the built-in model." };
  const placed = model === null ? writer : { kind: "local" as const, model };
  if (log === null) return { kind: "read", compile: { ...rest, log, writer: placed }, notices: [] };
  const place = placeOf(log.path, fileName);
  if (typeof place !== "string") return place;
  const bytes = readOrNull(place, maxSkillBytes);
  if (bytes !== null && bytes.length > maxSkillBytes) return { kind: "missing", message: `${place} is larger than ${maxSkillBytes} bytes.`, fix: "Take fewer examples." };
  const text = bytes === null ? null : decodeUtf8(bytes, place);
  if (text === null) return { kind: "missing", message: `there is no log of examples at ${place}.`, fix: "Name a text file." };
  if (text.kind === "problems") return { kind: "missing", message: text.problems.map(formatProblem).join(" "), fix: "" };
  return { kind: "read", compile: { ...rest, log: { path: log.path, text: text.text }, writer: placed }, notices: [] };
}

function placeOf(path: string, fileName: string): string | Missing {
  return besideFile(fileName, path) ?? { kind: "missing", message: `${path} is relative, but it is not known in which folder the experiment file lies.`, fix: "Write the whole path." };
}

/** A skill's folder holds its file in any letter case. */
function skillFileIn(place: string): string | null {
  const found = statOf(place);
  if (found === null || found.isFile()) return found === null ? null : place;
  const name = readdirSync(place).find((entry) => entry.toLowerCase() === "skill.md");
  return name === undefined ? null : join(place, name);
}

function statOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

function readOrNull(path: string, most: number): Uint8Array | null {
  try {
    return readPlainFile(path, most);
  } catch (error) {
    if (error instanceof LabError) return null;
    throw error;
  }
}
