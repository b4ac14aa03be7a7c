import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import { bridge } from "./client/bridge.ts";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { useFileDrop } from "./components/file-drop.ts";
import { ConnectionBanner } from "./components/shell/connection-banner.tsx";
import { Foot } from "./components/shell/foot.tsx";
import { Nav } from "./components/shell/nav.tsx";
import { NotFound } from "./components/shell/not-found.tsx";
import { useShortcut } from "./components/shortcuts.ts";
import { ShortcutsDialog } from "./components/shortcuts-dialog.tsx";
import { Toaster } from "./components/toaster.tsx";
import { ExperimentPage } from "./features/experiment/experiment-page.tsx";
import { LabPage } from "./features/lab/lab-page.tsx";
import { openExperimentFile, readExperimentFile, setDraft } from "./stores/draft.ts";
import { showProblem } from "./stores/toasts.ts";
import styles from "./app.module.css";

const QueuePage = lazy(async () => ({ default: (await import("./features/queue/queue-page.tsx")).QueuePage }));
const NewSweepPage = lazy(async () => ({ default: (await import("./features/new-sweep/new-sweep-page.tsx")).NewSweepPage }));
const NotesPage = lazy(async () => ({ default: (await import("./features/notes/notes-page.tsx")).NotesPage }));
const MachinePage = lazy(async () => ({ default: (await import("./features/machine/machine-page.tsx")).MachinePage }));
const EveningPage = lazy(async () => ({ default: (await import("./features/evening/evening-page.tsx")).EveningPage }));
const SettingsPage = lazy(async () => ({ default: (await import("./features/settings/settings-page.tsx")).SettingsPage }));

export function App() {
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  const page = location.split("/").slice(0, 3).join("/");
  useGlobalKeys(() => setShortcutsOpen(true));
  useFocusOnNewPage(page, main);
  return (
    <div className={styles["window"]}>
      <Nav />
      <main ref={main} tabIndex={-1} className={styles["main"]}>
        <ConnectionBanner />
        <div className={styles["page"]}>
          <ErrorBoundary key={page}>
            <Suspense>
              <Pages />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
      <Foot />
      <Toaster />
      {shortcutsOpen ? <ShortcutsDialog onClose={() => setShortcutsOpen(false)} /> : null}
    </div>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={LabPage} />
      <Route path="/experiment/:id/:tab?">{({ id, tab }) => <ExperimentPage key={id} id={id} tab={tab ?? null} />}</Route>
      <Route path="/queue/:jobId?">{({ jobId }) => <QueuePage jobId={jobId ?? null} />}</Route>
      <Route path="/new" component={NewSweepPage} />
      <Route path="/notes/:experimentId?">{({ experimentId }) => <NotesPage experimentId={experimentId ?? null} />}</Route>
      <Route path="/machine/:jobId?">{({ jobId }) => <MachinePage jobId={jobId ?? null} />}</Route>
      <Route path="/evening/:id?">{({ id }) => <EveningPage id={id ?? null} />}</Route>
      <Route path="/settings" component={SettingsPage} />
      <Route component={NotFound} />
    </Switch>
  );
}

function useGlobalKeys(showShortcuts: () => void): void {
  const [, navigate] = useLocation();
  const openFile = () => void openExperimentFile().then((opened) => opened && navigate("/new"), showProblem);
  useFileDrop((file) => {
    readExperimentFile(file).then((draft) => {
      setDraft(draft);
      navigate("/new");
    }, showProblem);
  });
  useShortcut("g l", "Go to the lab", () => navigate("/"));
  useShortcut("g q", "Go to the queue", () => navigate("/queue"));
  useShortcut("g n", "New sweep", () => navigate("/new"));
  useShortcut("g o", "Go to the notes", () => navigate("/notes"));
  useShortcut("g m", "Go to the machine", () => navigate("/machine"));
  useShortcut("g e", "Go to the evening", () => navigate("/evening"));
  useShortcut("g s", "Go to the settings", () => navigate("/settings"));
  useShortcut("/", "Search", () => navigate("/notes"));
  useShortcut("?", "This list", showShortcuts);
  useMenu({
    "go-lab": () => navigate("/"),
    "go-queue": () => navigate("/queue"),
    "go-machine": () => navigate("/machine"),
    "go-notes": () => navigate("/notes"),
    "go-settings": () => navigate("/settings"),
    "new-sweep": () => navigate("/new"),
    "open-file": openFile,
    search: () => navigate("/notes"),
    shortcuts: showShortcuts,
  });
}

/** A command that this window does not know comes from a newer menu and is left alone. */
function useMenu(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => bridge?.onMenu((command) => latest.current[command]?.()), []);
}

/** Screen readers and keys go on from the new page, not from the link that led there. */
function useFocusOnNewPage(page: string, main: { readonly current: HTMLElement | null }): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current !== page && !(main.current?.contains(document.activeElement) ?? false)) main.current?.focus({ preventScroll: true });
    last.current = page;
  }, [page, main]);
}
