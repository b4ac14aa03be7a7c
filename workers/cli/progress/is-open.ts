import type { RunView } from "../../contract/views.ts";

/** A held run would keep a command waiting for ever; it counts as open, and the display says that it is held. */
export function isOpen({ state }: Pick<RunView, "state">): boolean {
  return state === "waiting" || state === "running" || state === "held";
}
