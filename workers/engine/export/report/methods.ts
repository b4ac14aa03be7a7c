import { whole } from "../../../../renderer/figures/text/numbers.ts";
import type { Arm, BaseRef, ExperimentPlan, LoraSettings, PrefixSettings, TrainSettings } from "../../../domain/experiment/experiment.ts";
import { drawsBySeed, pathName } from "../../../domain/experiment/experiment.ts";
import type { SkillSource } from "../../../domain/experiment/skill-source.ts";
import { formatSeeds } from "../../../domain/experiment/seeds.ts";
import type { ReportFacts } from "./facts.ts";

/** How the experiment was done, as it really ran: task, base, arms, seeds, decoding, metric, machine and statistics. */
export function methodsParagraphs(facts: ReportFacts): string[] {
  return [taskText(facts), armsText(facts.plan), scoringText(facts), machineText(facts), statisticsText(facts)].filter((text) => text !== "");
}

function taskText({ source, plan }: ReportFacts): string {
  const { task } = source.experiment;
  const { train, validation, test } = task.counts;
  return (
    `The task is ${task.name} (SHA-256 ${task.hash}): ${test} test items, ${train} training items and ${validation} validation items. ` +
    `A model answers with ${task.fields.map((field) => field.name).join(", ")}; an answer passes by ${task.metric} after the task's sanitise steps. ` +
    `The base is ${baseText(plan.base)}${plan.arms.some((arm) => arm.base !== undefined) ? ", except where an arm names another" : ""}.`
  );
}

function baseText(base: BaseRef): string {
  switch (base.kind) {
    case "builtin":
      return `the built-in model ${base.name}`;
    case "hub":
      return `${base.id} at revision ${base.revision}`;
    case "folder":
      return `a model folder named ${base.path.split(/[\\/]/u).at(-1) ?? ""}`;
  }
}

/** Every arm in a sentence, and what its seeds seed. */
export function armsText(plan: ExperimentPlan): string {
  const apart = plan.arms.some((arm) => arm.fixedSeeds !== undefined) ? ", except where an arm says otherwise" : "";
  const seeds = plan.seeds.length === 0 ? "" : ` Seeds ${formatSeeds(plan.seeds)} each seed random, numpy, torch and the order of the training items together${apart}; one run is one process.`;
  return `${plan.arms.map(armText).join(" ")}${seeds}`;
}

function armText(arm: Arm): string {
  const parts = [
    ...(arm.substrate === "none" ? ["the base without any skill"] : []),
    ...(arm.base === undefined ? [] : [`on ${baseText(arm.base)}`]),
    ...(arm.prompt === null ? [] : [promptText(arm.prompt)]),
    ...(arm.trainable === null ? [] : [arm.trainable.kind === "lora" ? loraText(arm.trainable.lora) : prefixText(arm.trainable.prefix)]),
    ...(arm.train === null ? [] : [trainText(arm.train)]),
    ...(arm.trainItems === undefined ? [] : [`with ${arm.trainItems} of the training items`]),
    ...(arm.both === undefined ? [] : [arm.both === "combined-at-scoring" ? "trained without the text and put together for scoring" : "trained with the text present"]),
    ...(arm.fixedSeeds?.init === undefined ? [] : [`first weights always from seed ${arm.fixedSeeds.init}`]),
    ...(arm.fixedSeeds?.order === undefined ? [] : [`order and dropout always from seed ${arm.fixedSeeds.order}`]),
    ...(arm.seeds === undefined || !drawsBySeed(arm) ? [] : [`under ${arm.seeds.length === 1 ? "seed" : "seeds"} ${formatSeeds(arm.seeds)}`]),
  ];
  return `Arm ${arm.name} (${pathName(arm.path)}): ${parts.join("; ")}.`;
}

function promptText({ shots, describe, skill }: NonNullable<Arm["prompt"]>): string {
  const parts = [
    ...(skill === undefined ? [] : [skillText(skill)]),
    ...(skill !== undefined && shots === 0 ? [] : [`${shots} training items as chat turns`]),
    ...(describe ? ["a description of the labels"] : []),
  ];
  return `prompt text with ${parts.join(" and ")}`;
}

function skillText(skill: SkillSource): string {
  if (skill.kind !== "compile") return `the skill ${skill.kind === "text" ? skill.name : skill.path}`;
  const { writer, temperature, maxTokens } = skill.compile;
  const name = writer.kind === "endpoint" ? writer.model : writer.model === null ? "the built-in model" : (writer.model.split(/[\\/]/u).at(-1) ?? "a model");
  const seeded = writer.kind === "local" || writer.seeded ? "under the run's seed" : "anew for every run, without a seed";
  return `a skill written by ${name} ${seeded} (temperature ${temperature}, at most ${maxTokens} tokens)`;
}

function loraText(lora: LoraSettings): string {
  const targets = typeof lora.targets === "string" ? lora.targets : lora.targets.join(", ");
  const variants = [...(lora.rslora ? ["rank-stabilised scale"] : []), ...(lora.dora ? ["DoRA"] : [])];
  return `LoRA of rank ${lora.rank}, alpha ${lora.alpha}, dropout ${lora.dropout} on ${targets}${variants.length === 0 ? "" : ` (${variants.join(", ")})`}`;
}

function prefixText(prefix: PrefixSettings): string {
  return `a trained KV prefix of ${prefix.length} positions on ${layersText(prefix.layers)}, begun from ${prefix.init === "text" ? "text" : "random tokens"}`;
}

function layersText(layers: PrefixSettings["layers"]): string {
  if (layers === "all") return "all layers";
  if (layers === "global") return "the global layers";
  return "length" in layers ? `layers ${layers.join(", ")}` : `every ${layers.every}th layer`;
}

function trainText(train: TrainSettings): string {
  const steps = train.maxSteps === null ? "" : `, at most ${train.maxSteps} optimiser steps`;
  const stop = train.earlyStop === null ? "" : `, stopped early after ${train.earlyStop.patience} epochs without a better validation loss`;
  return (
    `AdamW at a constant ${train.learningRate} with weight decay ${train.weightDecay}, batch ${train.batch}, gradient accumulation ${train.accumulate}, ` +
    `${train.epochs} epochs${steps}${stop}, loss on the answer tokens only`
  );
}

function scoringText({ plan, source }: ReportFacts): string {
  const { batch, repeats, maxNewTokens, decoding } = plan.score;
  const repeated = source.experiment.runs.filter((run) => run.repeatsIdentical !== null);
  const identical = repeated.filter((run) => run.repeatsIdentical === true).length;
  const outcome = repeats < 2 || repeated.length === 0 ? "" : ` Each run was scored ${repeats === 2 ? "twice" : `${repeats} times`}; the outputs were byte-identical in ${identical} of ${repeated.length} runs.`;
  const limit = maxNewTokens === null ? "as many new tokens as the task allows" : `at most ${maxNewTokens} new tokens`;
  return `Decoding is ${decoding}, in batches of ${batch}, with ${limit}.${outcome} Every run is compared with the base scored through the same path.`;
}

function machineText({ environments, program }: ReportFacts): string {
  if (environments.length === 0) return `Written by Flipbook ${program}; no job recorded what it ran on.`;
  const devices = [...new Set(environments.map(({ device }) => `${device.name}${device.driver === null ? "" : `, driver ${device.driver}`}${device.kind === "cpu" ? `, ${device.threads} ${device.threads === 1 ? "thread" : "threads"}` : ""}`))];
  const commits = [...new Set(environments.flatMap(({ gitCommit }) => gitCommit ?? []))];
  const versions = versionsOf(environments);
  return `It ran on ${devices.join(" and ")} with ${versions.join(", ")}; Flipbook ${program}${commits.length === 0 ? "" : ` (${commits.map((commit) => commit.slice(0, 12)).join(", ")})`}.`;
}

/** Each package with its version, or with all of them where jobs differ. */
function versionsOf(environments: ReportFacts["environments"]): string[] {
  const byName = new Map<string, Set<string>>();
  for (const { versions } of environments) {
    for (const [name, version] of Object.entries(versions)) byName.set(name, (byName.get(name) ?? new Set()).add(version));
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, versions]) => `${name} ${[...versions].sort().join(" / ")}`);
}

function statisticsText({ source }: ReportFacts): string {
  const { settings } = source.analysis;
  const counting = settings.counting === "exclude" ? "left out of the comparison" : "counted as wrong";
  return (
    `The effect is the mean over seeds of the per-item paired difference against the base. Intervals are ${Math.round(settings.level * 100)} % two-way bootstrap intervals over whole seeds ` +
    `and items (${whole(settings.resamples)} resamples, generator seed ${settings.seed}), widened for the small number of seeds; “these items” lets only the seeds vary, “items like these” seeds and items. ` +
    `Spread is the sample standard deviation over seeds (n − 1). An item counts as a reliable gain or break from ${Math.round(settings.reliableShare * 100)} % of the seeds on. Errors and missing answers are ${counting}.`
  );
}
