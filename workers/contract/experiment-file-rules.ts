import { pathName } from "../domain/experiment/experiment.ts";
import type { ExperimentPlan } from "../domain/experiment/experiment.ts";
import type { ExperimentFile } from "./experiment-file-schema.ts";
import type { Fault } from "./schema-faults.ts";

/** What parts of an experiment file contradict each other. */
export function findArmFaults(file: ExperimentFile): readonly Fault[] {
  return [...file.arms.flatMap((arm, index) => [...twiceNamed(file, index), ...mixedArm(arm, index)]), ...noSeeds(file)];
}

/** What is allowed but weakens the result: no base to compare with, on some path or at all, or a lone seed. */
export function findArmWarnings(plan: ExperimentPlan, written: unknown): readonly Fault[] {
  const bases = plan.arms.filter((arm) => arm.substrate === "none");
  if (bases.length === 0) {
    return [{ path: ["arms"], message: "There is no base arm, so nothing says what the skill changed.", fix: "Add { name: base }." }, ...loneSeed(plan, written)];
  }
  const withBase = new Set(bases.map((arm) => pathName(arm.path)));
  const apart = plan.arms.flatMap((arm, index): Fault[] =>
    withBase.has(pathName(arm.path)) ? [] : [{ path: ["arms", index], message: `No base arm runs on ${pathName(arm.path)}, so ${arm.name} has nothing to be compared with.`, fix: `Add a base arm with path: ${pathName(arm.path)}.` }]);
  return [...apart, ...loneSeed(plan, written)];
}

function twiceNamed(file: ExperimentFile, index: number): readonly Fault[] {
  const name = file.arms[index]?.name;
  const first = file.arms.findIndex((arm) => arm.name === name);
  return first === index ? [] : [{ path: ["arms", index, "name"], message: `Two arms are named ${JSON.stringify(name)}; the first is arms[${first}].`, fix: "Give every arm a name of its own." }];
}

function mixedArm(arm: ExperimentFile["arms"][number], index: number): readonly Fault[] {
  const faults: Fault[] = [];
  if (arm.lora !== undefined && arm.prefix !== undefined) faults.push({ path: ["arms", index, "prefix"], message: "One arm trains LoRA or a prefix, not both.", fix: "Make two arms of it." });
  if (arm.train !== undefined && arm.lora === undefined && arm.prefix === undefined) faults.push({ path: ["arms", index, "train"], message: "This arm has nothing to train.", fix: "Add lora or prefix to it, or remove train." });
  if (arm.prefix?.init === "text" && (arm.prefix.init_text ?? "").trim() === "") faults.push({ path: ["arms", index, "prefix", "init"], message: "A prefix that starts from text needs the text.", fix: "Add init_text, or write init: random-tokens." });
  return faults;
}

function noSeeds(file: ExperimentFile): readonly Fault[] {
  const trains = file.arms.some((arm) => arm.lora !== undefined || arm.prefix !== undefined);
  return trains && file.seeds === undefined ? [{ path: ["seeds"], message: "An arm trains, but there are 0 seeds.", fix: "Add seeds: 1..3." }] : [];
}

/** `seeds: 5` is the one seed with the number 5, where five seeds may have been meant. */
function loneSeed(plan: ExperimentPlan, written: unknown): readonly Fault[] {
  const [seed] = plan.seeds;
  const bare = typeof written === "object" && written !== null && "seeds" in written && typeof written.seeds === "number";
  return bare ? [{ path: ["seeds"], message: `This is one seed, the one with the number ${seed}.`, fix: `For ${seed} seeds write 1..${seed}; for this one alone [${seed}].` }] : [];
}
