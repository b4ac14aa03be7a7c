import { canonicalJson } from "../task/canonical.ts";
import type { ExperimentPlan } from "./experiment.ts";
import { formatSeeds } from "./seeds.ts";

/** One difference between the frozen experiment and the file as it is now; `null` = not there. */
export type Deviation = { readonly field: string; readonly frozen: string | null; readonly present: string | null };

/** What changed in an experiment file since it was frozen, in the order of the plan's fields; arms are matched by name. */
export function diffPlans(frozen: ExperimentPlan, present: ExperimentPlan): readonly Deviation[] {
  const before = leaves(frozen);
  const after = leaves(present);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, frozen: before.get(field) ?? null, present: after.get(field) ?? null }))
    .filter((deviation) => deviation.frozen !== deviation.present);
}

function leaves(plan: ExperimentPlan): ReadonlyMap<string, string> {
  const { arms, seeds, ...rest } = plan;
  const found = new Map<string, string>();
  collect(rest, "", found);
  found.set("seeds", formatSeeds(seeds));
  found.set("arms", arms.map((arm) => arm.name).join(", "));
  for (const { name, ...settings } of arms) collect(settings, `arms.${name}`, found);
  return found;
}

function collect(value: unknown, field: string, found: Map<string, string>): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    found.set(field, typeof value === "string" ? value : canonicalJson(value));
    return;
  }
  for (const [key, part] of Object.entries(value)) collect(part, field === "" ? key : `${field}.${key}`, found);
}
