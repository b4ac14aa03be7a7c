import { eveningPlan, eveningProgress, type EveningPlan, type EveningProgress, type EveningState } from "../../contract/evening.ts";
import type { StoredEvening } from "../../database/evenings.ts";

/** An evening as it is read back. */
export type Evening = { readonly id: string; readonly state: EveningState; readonly createdMs: number; readonly plan: EveningPlan; readonly progress: EveningProgress };

export function eveningOf(stored: StoredEvening): Evening {
  return { id: stored.id, state: stored.state, createdMs: stored.createdMs, plan: eveningPlan.parse(JSON.parse(stored.plan)), progress: eveningProgress.parse(JSON.parse(stored.progress)) };
}
