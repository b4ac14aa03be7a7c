import type { Substrate } from "../experiment/experiment.ts";

/** What of an arm says whether it is a base, and of which arms: `path` names the runtime, the number format and a base model of the arm's own. */
export type PlacedArm = { readonly name: string; readonly substrate: Substrate; readonly path: string };

/** The arm that another one is compared with: nothing added, on the same path and base model; null where there is none. */
export function baseArmOf(arms: readonly PlacedArm[], name: string): string | null {
  const own = arms.find((arm) => arm.name === name);
  return arms.find((arm) => arm.substrate === "none" && arm.path === own?.path)?.name ?? null;
}

/** Why there is nothing to compare an arm with. */
export function noBaseOn(arms: readonly PlacedArm[], name: string): string {
  return `no base was scored on ${arms.find((arm) => arm.name === name)?.path ?? "its path"}`;
}
