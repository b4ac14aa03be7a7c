import { lazy, type ComponentType } from "react";
import type { ExperimentView } from "../../../workers/contract/views.ts";
import { RunsTab } from "./runs/runs-tab.tsx";

/** A tab draws one view of an experiment; it gets its data from the hooks. */
export type TabEntry = {
  readonly key: string;
  readonly title: string;
  readonly Tab: ComponentType<{ readonly experimentId: string }>;
  /** Whether an experiment has anything to show there; absent = always. */
  readonly when?: (view: ExperimentView) => boolean;
};

/** In the order of the bar; the last one stands apart at its end. */
export const tabs: readonly TabEntry[] = [
  { key: "flips", title: "Flips", Tab: lazy(async () => ({ default: (await import("./flips/flips-tab.tsx")).FlipsTab })) },
  { key: "spread", title: "Spread", Tab: lazy(async () => ({ default: (await import("./spread/spread-tab.tsx")).SpreadTab })) },
  { key: "agreement", title: "Agreement", Tab: lazy(async () => ({ default: (await import("./agreement/agreement-tab.tsx")).AgreementTab })) },
  { key: "labels", title: "Labels", Tab: lazy(async () => ({ default: (await import("./labels/labels-tab.tsx")).LabelsTab })) },
  {
    key: "factors", title: "Factors", Tab: lazy(async () => ({ default: (await import("./factors/factors-tab.tsx")).FactorsTab })),
    when: (view) => view.arms.some((arm) => arm.substrate.startsWith("prompt+") || arm.cell !== undefined),
  },
  { key: "skills", title: "Skills", Tab: lazy(async () => ({ default: (await import("./skills/skills-tab.tsx")).SkillsTab })), when: (view) => view.arms.some((arm) => arm.hasSkill === true) },
  { key: "epochs", title: "Epochs", Tab: lazy(async () => ({ default: (await import("./epochs/epochs-tab.tsx")).EpochsTab })), when: (view) => view.arms.some((arm) => arm.scoresCheckpoints === true) },
  { key: "losses", title: "Losses", Tab: lazy(async () => ({ default: (await import("./losses/losses-tab.tsx")).LossesTab })) },
  { key: "bill", title: "Bill", Tab: lazy(async () => ({ default: (await import("./bill/bill-tab.tsx")).BillTab })) },
  { key: "protocol", title: "Protocol", Tab: lazy(async () => ({ default: (await import("./protocol/protocol-tab.tsx")).ProtocolTab })) },
  { key: "compare", title: "Compare", Tab: lazy(async () => ({ default: (await import("./compare/compare-tab.tsx")).CompareTab })) },
  { key: "runs", title: "Runs", Tab: RunsTab },
  { key: "notes", title: "Notes", Tab: lazy(async () => ({ default: (await import("../../components/notes/notes-panel.tsx")).NotesPanel })) },
  { key: "export", title: "Export figure…", Tab: lazy(async () => ({ default: (await import("./export/export-tab.tsx")).ExportTab })) },
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

/** The tabs an experiment has anything to show in. */
export function tabsOf(view: ExperimentView | undefined): readonly TabEntry[] {
  return tabs.filter(({ when }) => when === undefined || (view !== undefined && when(view)));
}

export function neighbourTab(view: ExperimentView, key: string, step: 1 | -1): string {
  const present = tabsOf(view);
  const index = present.findIndex((tab) => tab.key === key);
  return present[(index + step + present.length) % present.length]?.key ?? key;
}
