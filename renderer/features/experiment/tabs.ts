import { lazy, type ComponentType } from "react";
import type { ExperimentView } from "../../../workers/contract/views.ts";
import { RunsTab } from "./runs/runs-tab.tsx";

/** A tab draws one view of an experiment; it gets its data from the hooks. */
export type TabEntry = { readonly key: string; readonly title: string; readonly Tab: ComponentType<{ readonly experimentId: string }> };

/** In the order of the bar; the last one stands apart at its end. */
export const tabs: readonly TabEntry[] = [
  { key: "flips", title: "Flips", Tab: lazy(async () => ({ default: (await import("./flips/flips-tab.tsx")).FlipsTab })) },
  { key: "runs", title: "Runs", Tab: RunsTab },
  { key: "notes", title: "Notes", Tab: lazy(async () => ({ default: (await import("../../components/notes/notes-panel.tsx")).NotesPanel })) },
];

const [firstTab] = tabs;

/** The entry of a key; an unknown one leads to the first tab. */
export function tabFor(key: string): TabEntry {
  const found = tabs.find((tab) => tab.key === key) ?? firstTab;
  if (found === undefined) throw new Error("an experiment has no tabs");
  return found;
}

/** Before the first score there is nothing to see but the runs at work. */
export function defaultTab(view: ExperimentView): string {
  return view.runs.some((run) => run.score !== null) ? "flips" : "runs";
}

export function neighbourTab(key: string, step: 1 | -1): string {
  const index = tabs.findIndex((tab) => tab.key === key);
  return tabs[(index + step + tabs.length) % tabs.length]?.key ?? key;
}
