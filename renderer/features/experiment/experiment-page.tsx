import { Suspense } from "react";
import { useLocation } from "wouter";
import type { ExperimentView } from "../../../workers/contract/views.ts";
import { useEarlyMatrix, useExperiment } from "../../client/hooks/experiment.ts";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcut } from "../../components/shortcuts.ts";
import { ExperimentActions } from "./header/experiment-actions.tsx";
import { ExperimentChips } from "./header/experiment-chips.tsx";
import { ExperimentCrumb } from "./header/experiment-crumb.tsx";
import { Finding } from "./header/finding.tsx";
import { TabBar } from "./header/tab-bar.tsx";
import { defaultTab, neighbourTab, tabFor } from "./tabs.ts";
import styles from "./experiment-page.module.css";

export function ExperimentPage({ id, tab }: { readonly id: string; readonly tab: string | null }) {
  const experiment = useExperiment(id);
  useEarlyMatrix(id, tab === null || tab === "flips");
  return (
    <Loaded query={experiment} what="the experiment">
      {(view) => <LoadedPage view={view} tab={tab} />}
    </Loaded>
  );
}

function LoadedPage({ view, tab }: { readonly view: ExperimentView; readonly tab: string | null }) {
  const shown = tabFor(tab ?? defaultTab(view));
  const [, navigate] = useLocation();
  const goTo = (step: 1 | -1) => navigate(`/experiment/${view.id}/${neighbourTab(view, shown.key, step)}`);
  useShortcut("]", "Next tab", () => goTo(1));
  useShortcut("[", "Previous tab", () => goTo(-1));
  const { Tab } = shown;
  return (
    <Page
      title={view.name}
      crumb={<ExperimentCrumb view={view} />}
      say={<Finding view={view} />}
      chips={<ExperimentChips view={view} />}
      actions={<ExperimentActions view={view} />}
      fixed
    >
      <TabBar experimentId={view.id} shown={shown.key} />
      <section className={styles["tab"]} aria-label={shown.title}>
        <ErrorBoundary key={shown.key}>
          <Suspense>
            <Tab experimentId={view.id} />
          </Suspense>
        </ErrorBoundary>
      </section>
    </Page>
  );
}
