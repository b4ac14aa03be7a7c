import { defaultLora, defaultPath, defaultPrefix, defaultPrefixTrain, defaultPrompt, defaultScore, defaultTrain } from "../../../workers/domain/experiment/defaults.ts";
import { substrateOf } from "../../../workers/domain/experiment/experiment.ts";
import type { Arm, ExperimentPlan } from "../../../workers/domain/experiment/experiment.ts";

/** An arm of the reference recipe. */
export function arm(name: string, parts: Partial<Pick<Arm, "prompt" | "trainable" | "train" | "path">> = {}): Arm {
  const { prompt = null, trainable = null, path = defaultPath } = parts;
  const train = trainable === null ? null : (parts.train ?? (trainable.kind === "lora" ? defaultTrain : defaultPrefixTrain));
  return { name, substrate: substrateOf(prompt, trainable), path, prompt, trainable, train };
}

export const baseArm = arm("base");
export const promptArm = arm("prompt", { prompt: defaultPrompt });
export const loraArm = arm("lora", { trainable: { kind: "lora", lora: defaultLora } });
export const prefixArm = arm("prefix", { trainable: { kind: "prefix", prefix: defaultPrefix } });

/** The sample sweep's shape. */
export const samplePlan: ExperimentPlan = {
  name: "first sweep",
  task: { kind: "builtin", name: "router-47" },
  base: { kind: "builtin", name: "smollm2-135m" },
  seeds: [1, 2, 3],
  arms: [baseArm, promptArm, loraArm],
  gate: null,
  score: defaultScore,
};
