import type { CompileSettings } from "./skill-source.ts";
import type { LoraSettings, PrefixSettings, PromptSettings, RunPath, ScoreSettings, TrainSettings } from "./experiment.ts";

/** The seven projections of a llama-like block, in PEFT's names. */
export const sevenTargets: readonly string[] = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"];

/** LoRA of the reference seed sweep. */
export const defaultLora: LoraSettings = {
  rank: 16,
  alpha: 32,
  dropout: 0.05,
  targets: sevenTargets,
  rslora: false,
  dora: false,
  rankPattern: {},
  alphaPattern: {},
};

/** Training of the reference seed sweep; the weight decay is that of PyTorch's AdamW. */
export const defaultTrain: TrainSettings = {
  learningRate: 1e-4,
  epochs: 10,
  batch: 1,
  accumulate: 4,
  maxSteps: null,
  weightDecay: 0.01,
  earlyStop: null,
  checkpoints: "last",
};

/** A KV prefix learns only at a rate far above LoRA's. */
export const defaultPrefixTrain: TrainSettings = { ...defaultTrain, learningRate: 5e-3 };

/** A prefix of 32 positions on the layers that see the whole context. */
export const defaultPrefix: PrefixSettings = { length: 32, layers: "global", init: "random-tokens", initText: "" };

/** Eight worked examples after a description of the labels. */
export const defaultPrompt: PromptSettings = { shots: 8, describe: true };

/** A skill's text stands for itself: no shots, no descriptions unless they are asked for. */
export const defaultSkillPrompt: PromptSettings = { shots: 0, describe: false };

/** A skill written by the built-in model on this machine. */
export const defaultCompile: CompileSettings = { writer: { kind: "local", model: null }, instruction: null, log: null, temperature: 0.8, maxTokens: 800 };

/** Greedy decoding, twice, so that a repeat that differs is seen. */
export const defaultScore: ScoreSettings = { decoding: "greedy", batch: 16, repeats: 2, margins: false, maxNewTokens: null };

/** The path where none is named. */
export const defaultPath: RunPath = { runtime: "peft", dtype: "bf16" };
