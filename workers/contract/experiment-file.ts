import { defaultCompile, defaultLora, defaultPath, defaultPrefix, defaultPrefixTrain, defaultPrompt, defaultScore, defaultSkillPrompt, defaultTrain, sevenTargets } from "../domain/experiment/defaults.ts";
import { substrateOf } from "../domain/experiment/experiment.ts";
import type { Arm, ExperimentPlan, Gate, LoraSettings, PrefixSettings, PromptSettings, RunPath, ScoreSettings, Trainable, TrainSettings } from "../domain/experiment/experiment.ts";
import type { Problem } from "../domain/errors.ts";
import type { SkillSource } from "../domain/experiment/skill-source.ts";
import { expandArms } from "./experiment-file-expand.ts";
import type { ExpandedArm } from "./experiment-file-expand.ts";
import type { PromptFile } from "./experiment-file-prompt.ts";
import { findArmFaults, findArmWarnings } from "./experiment-file-rules.ts";
import { experimentFileSchema } from "./experiment-file-schema.ts";
import type { ArmFile, ExperimentFile } from "./experiment-file-schema.ts";
import { readSchema } from "./schema-faults.ts";
import { problemAt, readYaml } from "./yaml-text.ts";

/** The largest experiment file, bytes. */
export const maxExperimentFileBytes = 256 * 1024;

/** The experiment and what its author should know, or what is wrong with the file. */
export type ExperimentFileRead =
  | { readonly kind: "experiment"; readonly experiment: ExperimentPlan; readonly warnings: readonly Problem[] }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/** Reads an experiment file; every problem names the file, the line, the field and a fix. */
export function parseExperimentFile(text: string, fileName: string): ExperimentFileRead {
  const size = new TextEncoder().encode(text).length;
  if (size > maxExperimentFileBytes) return { kind: "problems", problems: [tooLarge(size, fileName)] };
  const read = readYaml(text, fileName);
  if (read.kind === "problems") return read;
  const checked = readSchema(experimentFileSchema, read.yaml.value);
  if (checked.kind === "faults") return { kind: "problems", problems: checked.faults.map((fault) => problemAt(read.yaml, fault.path, { message: fault.message, fix: fault.fix })) };
  const faults = findArmFaults(checked.value);
  if (faults.length > 0) return { kind: "problems", problems: faults.map((fault) => problemAt(read.yaml, fault.path, { message: fault.message, fix: fault.fix })) };
  const experiment = planOf(checked.value);
  const warnings = findArmWarnings(experiment, read.yaml.value).map((fault) => problemAt(read.yaml, fault.path, { message: fault.message, fix: fault.fix }));
  return { kind: "experiment", experiment, warnings };
}

function tooLarge(size: number, file: string): Problem {
  return { file, line: null, column: null, field: "", message: `The file has ${size} bytes; an experiment file has ${maxExperimentFileBytes} at most.`, fix: "Is this the right file?" };
}

function planOf(file: ExperimentFile): ExperimentPlan {
  const path: RunPath = file.paths === undefined ? defaultPath : { runtime: "peft", dtype: file.paths.peft.dtype };
  return {
    name: file.name,
    task: file.task,
    base: file.base,
    seeds: file.seeds ?? [],
    arms: expandArms(file).map((arm) => armOf(arm, path)),
    gate: gateOf(file.gate),
    score: scoreOf(file.score),
  };
}

function armOf(file: ExpandedArm, path: RunPath): Arm {
  const prompt = file.prompt === undefined ? null : promptOf(file.prompt ?? {});
  const trainable = trainableOf(file);
  const train = trainable === null ? null : trainOf(file.train ?? {}, trainable.kind === "lora" ? defaultTrain : defaultPrefixTrain);
  return { name: file.name, substrate: substrateOf(prompt, trainable), path: file.path ?? path, prompt, trainable, train, ...ownOf(file, prompt !== null && trainable !== null) };
}

/** What only some arms have; a key is there only where it says something. */
function ownOf({ base, seeds, train_items: trainItems, both, cell, train }: ExpandedArm, hasBoth: boolean): Partial<Arm> {
  const { seed_init: init, seed_order: order } = train ?? {};
  return {
    ...(base === undefined ? {} : { base }),
    ...(seeds === undefined ? {} : { seeds }),
    ...(trainItems === undefined ? {} : { trainItems }),
    ...(hasBoth ? { both: both ?? "trained-together" } : {}),
    ...(init === undefined && order === undefined ? {} : { fixedSeeds: { ...(init === undefined ? {} : { init }), ...(order === undefined ? {} : { order }) } }),
    ...(cell === undefined ? {} : { cell }),
  };
}

function promptOf({ shots, describe, skill, compile }: PromptFile): PromptSettings {
  const source = skillOf(skill, compile);
  if (source === null) return withDefaults(defaultPrompt, { shots, describe });
  return { ...withDefaults(defaultSkillPrompt, { shots, describe }), skill: source };
}

function skillOf(skill: PromptFile["skill"], compile: PromptFile["compile"]): SkillSource | null {
  if (skill !== undefined) return { kind: "file", path: skill };
  if (compile === undefined) return null;
  const { writer, instruction, log, temperature, max_tokens: maxTokens } = compile ?? {};
  return { kind: "compile", compile: withDefaults(defaultCompile, { writer, instruction, log: log === undefined ? undefined : { path: log, text: "" }, temperature, maxTokens }) };
}

function trainableOf(file: ExpandedArm): Trainable | null {
  if (file.lora !== undefined) return { kind: "lora", lora: loraOf(file.lora ?? {}) };
  return file.prefix === undefined ? null : { kind: "prefix", prefix: prefixOf(file.prefix ?? {}) };
}

function loraOf(file: NonNullable<ArmFile["lora"]>): LoraSettings {
  const { rank_pattern: rankPattern, alpha_pattern: alphaPattern, targets, ...rest } = file;
  return withDefaults(defaultLora, { ...rest, targets: targets === undefined || typeof targets === "string" ? targets : targets.map(moduleName), rankPattern, alphaPattern });
}

/** `q` and `gate` are short for PEFT's `q_proj` and `gate_proj`. */
function moduleName(target: string): string {
  return sevenTargets.find((known) => known === `${target}_proj`) ?? target;
}

function prefixOf(file: NonNullable<ArmFile["prefix"]>): PrefixSettings {
  const { init_text: initText, ...rest } = file;
  return withDefaults(defaultPrefix, { ...rest, initText });
}

function trainOf(file: NonNullable<ArmFile["train"]>, defaults: TrainSettings): TrainSettings {
  return withDefaults(defaults, {
    learningRate: file.lr,
    epochs: file.epochs,
    batch: file.batch,
    accumulate: file.accumulate,
    maxSteps: file.max_steps,
    weightDecay: file.weight_decay,
    earlyStop: file.early_stop,
    checkpoints: file.checkpoints,
  });
}

function gateOf(file: ExperimentFile["gate"]): Gate | null {
  return file === undefined || file === null ? null : { freeMib: file.free_mib, forSeconds: file.for_seconds ?? 5 };
}

function scoreOf(file: ExperimentFile["score"]): ScoreSettings {
  const { max_new_tokens: maxNewTokens, checkpoints, ...rest } = file ?? {};
  return withDefaults(defaultScore, { ...rest, maxNewTokens, checkpoints: checkpoints === true ? true : undefined });
}

/** The defaults under what the file says; a key that is there but undefined counts as not said. */
function withDefaults<T extends object>(defaults: T, said: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  // Object.fromEntries forgets which keys it was given; they are those of `said`, which are those of T.
  return { ...defaults, ...(Object.fromEntries(given) as Partial<T>) };
}
