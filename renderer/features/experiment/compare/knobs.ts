import { parseExperimentFile } from "../../../../workers/contract/experiment-file.ts";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { pathName, type Arm } from "../../../../workers/domain/experiment/experiment.ts";

/** A setting that differs between the arms of an experiment, with each arm's value. */
export type Knob = { readonly name: string; readonly values: ReadonlyMap<string, string> };

/** The settings in which the arms differ, from the experiment's own file; empty where there is nothing to group by. */
export function knobsOf(experiment: ExperimentView): readonly Knob[] {
  const read = parseExperimentFile(experiment.yaml, experiment.name);
  if (read.kind === "problems") return [];
  const settings = read.experiment.arms.map((arm) => ({ arm: arm.name, flat: new Map(flatten(armSettings(arm), "")) }));
  const names = [...new Set(settings.flatMap(({ flat }) => [...flat.keys()]))];
  return names
    .map((name): Knob => ({ name, values: new Map(settings.map(({ arm, flat }) => [arm, flat.get(name) ?? "–"])) }))
    .filter((knob) => new Set(knob.values.values()).size > 1);
}

/** Arms by the value of a knob, in the file's order. */
export function groupByKnob(knob: Knob, arms: readonly string[]): readonly { readonly value: string; readonly arms: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const arm of arms) {
    const value = knob.values.get(arm) ?? "–";
    groups.set(value, [...(groups.get(value) ?? []), arm]);
  }
  return [...groups].map(([value, members]) => ({ value, arms: members }));
}

function armSettings(arm: Arm): Record<string, unknown> {
  const trained = arm.trainable === null ? {} : arm.trainable.kind === "lora" ? { lora: arm.trainable.lora } : { prefix: arm.trainable.prefix };
  return { substrate: arm.substrate, path: pathName(arm.path), prompt: arm.prompt, train: arm.train, ...trained };
}

/** A setting's path in the file and its value as text; nested settings are named by all their keys. */
function flatten(value: unknown, prefix: string): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[prefix, value.map(text).join(", ")]];
  if (typeof value !== "object") return [[prefix, text(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix === "" ? key : `${prefix} ${key}`));
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
