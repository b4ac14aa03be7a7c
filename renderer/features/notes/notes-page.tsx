import { useEffect, useRef, useState } from "react";
import { useLab } from "../../client/hooks/lab.ts";
import { NotesPanel } from "../../components/notes/notes-panel.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcut } from "../../components/shortcuts.ts";
import { Notebook } from "./notebook.tsx";
import { SearchResults } from "./search-results.tsx";
import { useSearchText } from "./search-text.ts";
import styles from "./notes-page.module.css";

/** Search over notes, items and outputs; without a search, the notebooks of all experiments. */
export function NotesPage({ experimentId }: { readonly experimentId: string | null }) {
  const text = useSearchText((store) => store.text);
  const field = useRef<HTMLInputElement>(null);
  const settled = useSettled(text.trim(), 120);
  const experiment = useLab().data?.experiments.find((row) => row.id === experimentId);
  useEffect(() => {
    field.current?.focus();
  }, []);
  useShortcut("/", "Search", () => field.current?.focus());
  return (
    <Page title={experiment === undefined ? "Notes" : `Notes on ${experiment.name}`} crumb="Notebook">
      <input
        ref={field}
        type="search"
        className={styles["search"]}
        aria-label="Search in notes, items and outputs"
        placeholder="Search in notes, items and outputs of the whole lab"
        maxLength={500}
        value={text}
        onChange={(event) => useSearchText.setState({ text: event.target.value })}
      />
      {settled === "" ? experimentId === null ? <Notebook /> : <NotesPanel experimentId={experimentId} /> : <SearchResults text={settled} />}
    </Page>
  );
}

/** The value once it has not changed for a moment. */
function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
