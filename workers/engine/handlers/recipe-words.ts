import type { Arm } from "../../domain/experiment/experiment.ts";

/** An arm's recipe in short words: `LoRA r16 α32`, `8 shots`. */
export function recipeWords(arm: Arm): readonly string[] {
  const { prompt, trainable, train } = arm;
  return [
    ...(prompt === null ? [] : [count(prompt.shots, "shot"), ...(prompt.describe ? ["labels described"] : [])]),
    ...(trainable === null ? [] : [trainableWords(trainable)]),
    ...(train === null ? [] : [`lr ${rateText(train.learningRate)}`, train.maxSteps === null ? count(train.epochs, "epoch") : count(train.maxSteps, "step"), `batch ${train.batch}×${train.accumulate}`]),
  ];
}

function trainableWords(trainable: NonNullable<Arm["trainable"]>): string {
  if (trainable.kind === "prefix") return `prefix ${trainable.prefix.length}`;
  const { rank, alpha, rslora, dora } = trainable.lora;
  return [`LoRA r${rank} α${alpha}`, ...(rslora ? ["rsLoRA"] : []), ...(dora ? ["DoRA"] : [])].join(" ");
}

function rateText(rate: number): string {
  return rate < 0.001 ? rate.toExponential().replace("e-", "e−") : String(rate);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
