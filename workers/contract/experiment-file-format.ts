import { Document, isMap } from "yaml";
import { defaultPath, defaultPrefixTrain, defaultTrain, sevenTargets } from "../domain/experiment/defaults.ts";
import { baseName, pathName } from "../domain/experiment/experiment.ts";
import type { Arm, ExperimentPlan, LoraSettings, PrefixSettings, PromptSettings, RunPath, ScoreSettings, TaskRef, Trainable, TrainSettings } from "../domain/experiment/experiment.ts";
import { formatSeeds } from "../domain/experiment/seeds.ts";
import type { SkillSource, Writer } from "../domain/experiment/skill-source.ts";

type Block = Readonly<Record<string, unknown>>;

/** An experiment as the YAML text that parseExperimentFile reads back as the same plan. */
export function formatExperimentFile(plan: ExperimentPlan): string {
  const path = plan.arms[0]?.path ?? defaultPath;
  const document = new Document(blockOf(plan, path), { schema: "core" });
  for (const key of ["paths", "gate", "score"]) setFlow(document.get(key, true));
  for (const [index, arm] of plan.arms.entries()) {
    if (arm.trainable === null) setFlow(document.getIn(["arms", index], true));
    for (const key of ["prompt", "lora", "prefix", "train"]) setFlow(document.getIn(["arms", index, key], true));
  }
  return document.toString({ lineWidth: 120, flowCollectionPadding: true });
}

function setFlow(node: unknown): void {
  if (isMap(node)) node.flow = true;
}

function blockOf(plan: ExperimentPlan, path: RunPath): Block {
  return {
    name: plan.name,
    task: taskText(plan.task),
    base: baseName(plan.base),
    paths: { peft: { dtype: path.dtype } },
    ...seedsBlock(plan.seeds),
    arms: plan.arms.map((arm) => armBlock(arm, path)),
    ...(plan.gate === null ? {} : { gate: { free_mib: plan.gate.freeMib, for_seconds: plan.gate.forSeconds } }),
    score: scoreBlock(plan.score),
  };
}

function taskText(task: TaskRef): string {
  return task.kind === "builtin" ? task.name : task.path;
}

function armBlock(arm: Arm, path: RunPath): Block {
  return {
    name: arm.name,
    ...(pathName(arm.path) === pathName(path) ? {} : { path: pathName(arm.path) }),
    ...(arm.base === undefined ? {} : { base: baseName(arm.base) }),
    ...(arm.seeds === undefined ? {} : seedsBlock(arm.seeds)),
    ...(arm.trainItems === undefined ? {} : { train_items: arm.trainItems }),
    ...(arm.prompt === null ? {} : { prompt: promptBlock(arm.prompt) }),
    ...trainableBlock(arm.trainable),
    ...(arm.train === null ? {} : { train: { ...trainBlock(arm.train, arm.trainable?.kind === "prefix" ? defaultPrefixTrain : defaultTrain), ...fixedSeedsBlock(arm.fixedSeeds) } }),
    ...(arm.both === "combined-at-scoring" ? { both: arm.both } : {}),
  };
}

/** A lone seed in a list, so that it is not taken for a number of seeds. */
function seedsBlock(seeds: readonly number[]): Block {
  return seeds.length === 0 ? {} : { seeds: seeds.length === 1 ? seeds : formatSeeds(seeds) };
}

function fixedSeedsBlock(fixed: Arm["fixedSeeds"]): Block {
  return { ...(fixed?.init === undefined ? {} : { seed_init: fixed.init }), ...(fixed?.order === undefined ? {} : { seed_order: fixed.order }) };
}

function promptBlock({ shots, describe, skill }: PromptSettings): Block {
  return { shots, describe, ...(skill === undefined ? {} : skillBlock(skill)) };
}

function skillBlock(skill: SkillSource): Block {
  if (skill.kind !== "compile") return { skill: skill.path };
  const { writer, instruction, log, temperature, maxTokens } = skill.compile;
  return { compile: { writer: writerBlock(writer), ...(instruction === null ? {} : { instruction }), ...(log === null ? {} : { log: log.path }), temperature, max_tokens: maxTokens } };
}

function writerBlock(writer: Writer): string | Block {
  if (writer.kind === "local") return writer.model === null ? "local" : { local: writer.model };
  const { url, model, keyEnv, priceIn, priceOut, seeded } = writer;
  return {
    url, model,
    ...(keyEnv === null ? {} : { key_env: keyEnv }),
    ...(priceIn === null ? {} : { price_in: priceIn }),
    ...(priceOut === null ? {} : { price_out: priceOut }),
    ...(seeded ? {} : { seeded }),
  };
}

function trainableBlock(trainable: Trainable | null): Block {
  if (trainable === null) return {};
  return trainable.kind === "lora" ? { lora: loraBlock(trainable.lora) } : { prefix: prefixBlock(trainable.prefix) };
}

function loraBlock(lora: LoraSettings): Block {
  return {
    rank: lora.rank,
    alpha: lora.alpha,
    dropout: lora.dropout,
    targets: typeof lora.targets === "string" ? lora.targets : lora.targets.map(shortTarget),
    ...(lora.rslora ? { rslora: true } : {}),
    ...(lora.dora ? { dora: true } : {}),
    ...(Object.keys(lora.rankPattern).length === 0 ? {} : { rank_pattern: lora.rankPattern }),
    ...(Object.keys(lora.alphaPattern).length === 0 ? {} : { alpha_pattern: lora.alphaPattern }),
  };
}

function shortTarget(target: string): string {
  return sevenTargets.includes(target) ? target.replace(/_proj$/, "") : target;
}

function prefixBlock(prefix: PrefixSettings): Block {
  return { length: prefix.length, layers: prefix.layers, init: prefix.init, ...(prefix.initText === "" ? {} : { init_text: prefix.initText }) };
}

function trainBlock(train: TrainSettings, defaults: TrainSettings): Block {
  return {
    lr: train.learningRate,
    epochs: train.epochs,
    batch: train.batch,
    accumulate: train.accumulate,
    ...(train.maxSteps === null ? {} : { max_steps: train.maxSteps }),
    ...(train.weightDecay === defaults.weightDecay ? {} : { weight_decay: train.weightDecay }),
    ...(train.earlyStop === null ? {} : { early_stop: { patience: train.earlyStop.patience } }),
    ...(train.checkpoints === defaults.checkpoints ? {} : { checkpoints: train.checkpoints }),
  };
}

function scoreBlock(score: ScoreSettings): Block {
  return {
    decoding: score.decoding,
    batch: score.batch,
    repeats: score.repeats,
    ...(score.margins ? { margins: true } : {}),
    ...(score.maxNewTokens === null ? {} : { max_new_tokens: score.maxNewTokens }),
    ...(score.checkpoints === true ? { checkpoints: true } : {}),
  };
}
