import type { Arm, PrefixSettings } from "../../domain/experiment/experiment.ts";
import { baseName } from "../../domain/experiment/experiment.ts";
import type { SkillSource } from "../../domain/experiment/skill-source.ts";

/** An arm's recipe in short words: `LoRA r16 α32`, `8 shots`. */
export function recipeWords(arm: Arm): readonly string[] {
  const { prompt, trainable, train, fixedSeeds } = arm;
  return [
    ...(arm.base === undefined ? [] : [baseName(arm.base)]),
    ...(prompt === null ? [] : promptWords(prompt)),
    ...(trainable === null ? [] : [trainableWords(trainable)]),
    ...(train === null ? [] : [`lr ${rateText(train.learningRate)}`, train.maxSteps === null ? count(train.epochs, "epoch") : count(train.maxSteps, "step"), `batch ${train.batch}×${train.accumulate}`]),
    ...(train?.earlyStop == null ? [] : [`early stop after ${count(train.earlyStop.patience, "epoch")}`]),
    ...(arm.trainItems === undefined ? [] : [count(arm.trainItems, "training item")]),
    ...(arm.both === undefined ? [] : [arm.both === "combined-at-scoring" ? "trained without the text" : "trained with the text"]),
    ...(fixedSeeds?.init === undefined ? [] : [`init seed ${fixedSeeds.init}`]),
    ...(fixedSeeds?.order === undefined ? [] : [`order seed ${fixedSeeds.order}`]),
  ];
}

function promptWords({ shots, describe, skill }: NonNullable<Arm["prompt"]>): readonly string[] {
  const none = skill !== undefined && shots === 0;
  return [...(skill === undefined ? [] : [skillWords(skill)]), ...(none ? [] : [count(shots, "shot")]), ...(describe ? ["labels described"] : [])];
}

function skillWords(skill: SkillSource): string {
  if (skill.kind === "text") return `skill ${skill.name}`;
  if (skill.kind === "file") return `skill ${skill.path}`;
  const { writer } = skill.compile;
  return `compiled by ${writer.model ?? "the built-in model"}`;
}

function trainableWords(trainable: NonNullable<Arm["trainable"]>): string {
  if (trainable.kind === "prefix") return `prefix ${trainable.prefix.length} on ${layerWords(trainable.prefix.layers)}`;
  const { rank, alpha, rslora, dora } = trainable.lora;
  return [`LoRA r${rank} α${alpha}`, ...(rslora ? ["rsLoRA"] : []), ...(dora ? ["DoRA"] : [])].join(" ");
}

function layerWords(layers: PrefixSettings["layers"]): string {
  if (typeof layers === "string") return `${layers} layers`;
  return "length" in layers ? `layers ${layers.join(", ")}` : `every ${layers.every}th layer`;
}

function rateText(rate: number): string {
  return rate < 0.001 ? rate.toExponential().replace("e-", "e−") : String(rate);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
