import { comparedOn } from "../domain/experiment/experiment.ts";
import type { ExperimentPlan } from "../domain/experiment/experiment.ts";
import { expandArms } from "./experiment-file-expand.ts";
import { findGridFaults } from "./experiment-file-grid-rules.ts";
import type { ArmFile, ExperimentFile } from "./experiment-file-schema.ts";
import type { Fault } from "./schema-faults.ts";

/** What parts of an experiment file contradict each other. */
export function findArmFaults(file: ExperimentFile): readonly Fault[] {
  const arms = file.arms ?? [];
  if (arms.length === 0 && file.factorial === undefined) return [{ path: ["arms"], message: "arms is missing.", fix: "Add arms, or factorial: [prompt, lora]." }];
  const faults = arms.flatMap((arm, index) => [...twiceNamed(arms, index), ...mixedArm(arm, index), ...mixedText(arm, index), ...findGridFaults(arm, index)]);
  return faults.length > 0 ? faults : [...tooManyArms(file), ...noSeeds(file), ...noCheckpoints(file)];
}

/** What is allowed but weakens the result: no base to compare with, on some path or at all, or a lone seed. */
export function findArmWarnings(plan: ExperimentPlan, written: unknown): readonly Fault[] {
  const bases = plan.arms.filter((arm) => arm.substrate === "none");
  if (bases.length === 0) {
    return [{ path: ["arms"], message: "There is no base arm, so nothing says what the skill changed.", fix: "Add { name: base }." }, ...loneSeed(plan, written)];
  }
  const withBase = new Set(bases.map(comparedOn));
  const apart = plan.arms.flatMap((arm, index): Fault[] =>
    withBase.has(comparedOn(arm)) ? [] : [{ path: ["arms", index], message: `No base arm runs on ${comparedOn(arm)}, so ${arm.name} has nothing to be compared with.`, fix: `Add a base arm with ${arm.base === undefined ? `path: ${comparedOn(arm)}` : "the same base"}.` }]);
  return [...apart, ...loneSeed(plan, written)];
}

function twiceNamed(arms: readonly ArmFile[], index: number): readonly Fault[] {
  const name = arms[index]?.name;
  const first = arms.findIndex((arm) => arm.name === name);
  return first === index ? [] : [{ path: ["arms", index, "name"], message: `Two arms are named ${JSON.stringify(name)}; the first is arms[${first}].`, fix: "Give every arm a name of its own." }];
}

function mixedArm(arm: ArmFile, index: number): readonly Fault[] {
  const faults: Fault[] = [];
  if (arm.lora !== undefined && arm.prefix !== undefined) faults.push({ path: ["arms", index, "prefix"], message: "One arm trains LoRA or a prefix, not both.", fix: "Make two arms of it." });
  if (arm.train !== undefined && arm.lora === undefined && arm.prefix === undefined) faults.push({ path: ["arms", index, "train"], message: "This arm has nothing to train.", fix: "Add lora or prefix to it, or remove train." });
  if (arm.prefix?.init === "text" && (arm.prefix.init_text ?? "").trim() === "") faults.push({ path: ["arms", index, "prefix", "init"], message: "A prefix that starts from text needs the text.", fix: "Add init_text, or write init: random-tokens." });
  return faults;
}

function mixedText({ prompt, both, lora, prefix, seeds, ...arm }: ArmFile, index: number): readonly Fault[] {
  const at = (...path: readonly string[]) => ["arms", index, ...path];
  const trains = lora !== undefined || prefix !== undefined;
  const faults: Fault[] = [];
  if (prompt?.skill !== undefined && prompt.compile !== undefined) faults.push({ path: at("prompt", "compile"), message: "A skill is read from a file or written by a model, not both.", fix: "Make two arms of it." });
  if (both !== undefined && (prompt === undefined || !trains)) faults.push({ path: at("both"), message: "This arm does not have both text and weights.", fix: "Add prompt and lora or prefix, or remove both." });
  if (seeds !== undefined && prompt?.compile === undefined && (!trains || fixesBothSeeds(arm))) faults.push({ path: at("seeds"), message: "Nothing in this arm is drawn by a seed.", fix: "Remove seeds from it." });
  if (arm.train_items !== undefined && !trains && prompt === undefined) faults.push({ path: at("train_items"), message: "This arm uses no training items.", fix: "Remove train_items." });
  return faults;
}

/** Where both seeds of a training are fixed, by its settings or by the grid, a run's own seed draws nothing. */
function fixesBothSeeds({ train, grid }: Pick<ArmFile, "train" | "grid">): boolean {
  return (["seed_init", "seed_order"] as const).every((seed) => train?.[seed] !== undefined || grid?.[seed] !== undefined);
}

const mostArms = 100;

function tooManyArms(file: ExperimentFile): readonly Fault[] {
  const arms = expandArms(file).length;
  return arms <= mostArms ? [] : [{ path: ["arms"], message: `The file stands for ${arms} arms; an experiment has ${mostArms} at most.`, fix: "Vary fewer settings at once." }];
}

function noSeeds(file: ExperimentFile): readonly Fault[] {
  if (file.seeds !== undefined) return [];
  const arms = expandArms(file).filter((arm) => arm.seeds === undefined);
  if (arms.some((arm) => (arm.lora !== undefined || arm.prefix !== undefined) && !fixesBothSeeds(arm))) return [{ path: ["seeds"], message: "An arm trains, but there are 0 seeds.", fix: "Add seeds: 1..3." }];
  return arms.some((arm) => arm.prompt?.compile !== undefined) ? [{ path: ["seeds"], message: "A skill is to be written, but there are 0 seeds; each seed is one text.", fix: "Add seeds: 1..5." }] : [];
}

function noCheckpoints(file: ExperimentFile): readonly Fault[] {
  const kept = expandArms(file).some((arm) => arm.train?.checkpoints === "every-epoch");
  return file.score?.checkpoints !== true || kept ? [] : [{ path: ["score", "checkpoints"], message: "No arm keeps its checkpoints, so there are none to score.", fix: "Add checkpoints: every-epoch to the train settings of an arm." }];
}

/** `seeds: 5` is the one seed with the number 5, where five seeds may have been meant. */
function loneSeed(plan: ExperimentPlan, written: unknown): readonly Fault[] {
  const [seed] = plan.seeds;
  const bare = typeof written === "object" && written !== null && "seeds" in written && typeof written.seeds === "number";
  return bare ? [{ path: ["seeds"], message: `This is one seed, the one with the number ${seed}.`, fix: `For ${seed} seeds write 1..${seed}; for this one alone [${seed}].` }] : [];
}
