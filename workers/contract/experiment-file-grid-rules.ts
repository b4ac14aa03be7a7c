import { base } from "./experiment-file-refs.ts";
import type { ArmFile } from "./experiment-file-schema.ts";
import type { Fault } from "./schema-faults.ts";

/** What is wrong with an arm's grid: a setting the arm does not have, a value twice, or no base model. */
export function findGridFaults(arm: ArmFile, index: number): readonly Fault[] {
  return Object.entries(arm.grid ?? {}).flatMap(([knob, values]): readonly Fault[] => {
    const path = ["arms", index, "grid", knob];
    const lacks = lackOf(arm, knob);
    if (lacks !== null) return [{ path, message: `This arm has no ${lacks}, so ${knob} cannot be varied.`, fix: `Add ${lacks} to the arm, or remove ${knob} from its grid.` }];
    if (new Set<unknown>(values).size !== values.length) return [{ path, message: "A value is named twice.", fix: "Name every value once." }];
    return knob === "base" ? values.flatMap((value): readonly Fault[] => baseFault(value, path)) : [];
  });
}

function lackOf(arm: ArmFile, knob: string): string | null {
  const trains = arm.lora !== undefined || arm.prefix !== undefined;
  switch (knob) {
    case "rank":
    case "alpha":
      return arm.lora === undefined ? "lora" : null;
    case "length":
      return arm.prefix === undefined ? "prefix" : null;
    case "shots":
      return arm.prompt === undefined ? "prompt" : null;
    case "train_items":
      return trains || arm.prompt !== undefined ? null : "lora, prefix or prompt";
    case "base":
      return null;
    default:
      return trains ? null : "lora or prefix";
  }
}

function baseFault(value: string | number, path: Fault["path"]): readonly Fault[] {
  const read = base.safeParse(value);
  return read.success ? [] : read.error.issues.map((issue) => ({ path, message: issue.message, fix: issue.code === "custom" ? String(issue.params?.["fix"] ?? "") : "" }));
}
