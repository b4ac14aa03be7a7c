import type { FieldPath } from "../../../workers/contract/yaml-text.ts";
import { withoutField, withValue, type YamlForm } from "./yaml-form.ts";

/** Where an arm's skill lives, as the form offers it. */
export const armKinds = [
  { kind: "base", says: "Base: no skill", keys: [] },
  { kind: "prompt", says: "Prompt", keys: ["prompt"] },
  { kind: "lora", says: "LoRA", keys: ["lora"] },
  { kind: "prefix", says: "KV prefix", keys: ["prefix"] },
  { kind: "prompt+lora", says: "Prompt + LoRA", keys: ["prompt", "lora"] },
  { kind: "prompt+prefix", says: "Prompt + KV prefix", keys: ["prompt", "prefix"] },
] as const;
export type ArmKind = (typeof armKinds)[number]["kind"];

const starts = { prompt: { shots: 8 }, lora: { rank: 16, alpha: 32 }, prefix: { length: 32 } } as const;
const skillKeys = ["prompt", "lora", "prefix"] as const;

export function kindOfArm(form: YamlForm, arm: FieldPath): ArmKind {
  const there = skillKeys.filter((key) => form.has([...arm, key])).join();
  return armKinds.find(({ keys }) => keys.join() === there)?.kind ?? "base";
}

/** A new arm of a kind, with a name that no other arm has. */
export function newArm(kind: ArmKind, names: readonly string[]): Readonly<Record<string, unknown>> {
  let name: string = kind;
  for (let count = 2; names.includes(name); count++) name = `${kind} ${count}`;
  return { name, ...Object.fromEntries(keysOf(kind).map((key) => [key, starts[key]])) };
}

/** The text with an arm turned into another kind; settings that both kinds have stay. */
export function withKind(yaml: string, arm: FieldPath, change: { readonly from: ArmKind; readonly to: ArmKind }): string {
  const before = keysOf(change.from);
  const after = keysOf(change.to);
  let text = yaml;
  for (const key of before) if (!after.includes(key)) text = withoutField(text, [...arm, key]);
  for (const key of after) if (!before.includes(key)) text = withValue(text, [...arm, key], starts[key]);
  const trains = after.some((key) => key !== "prompt");
  const left = trains && after.includes("prompt") ? [] : ["both", ...(trains ? [] : ["train", "seeds", "train_items"])];
  // What only the old kind could have goes, its grid too: its settings may not be there any more.
  return [...left, "grid"].reduce((kept, key) => withoutField(kept, [...arm, key]), text);
}

function keysOf(kind: ArmKind): readonly (typeof skillKeys)[number][] {
  return armKinds.find((entry) => entry.kind === kind)?.keys ?? [];
}
