import { useState, type FormEvent, type KeyboardEvent } from "react";
import { Button } from "../button.tsx";
import styles from "./notes.module.css";

type Props = { readonly label: string; readonly text: string; readonly save: string; readonly onSave: (markdown: string) => void };

export function NoteEditor({ label, text, save, onSave }: Props) {
  const [markdown, setMarkdown] = useState(text);
  const finish = () => {
    if (markdown.trim() === "") return;
    onSave(markdown.trim());
    setMarkdown("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish();
  };
  return (
    <form className={styles["editor"]} onSubmit={submit}>
      <textarea aria-label={label} placeholder={`${label} (Markdown)`} rows={text === "" ? 2 : 5} maxLength={100_000} value={markdown} onKeyDown={onKey} onChange={(event) => setMarkdown(event.target.value)} />
      <Button type="submit" disabled={markdown.trim() === ""} title="Ctrl+Enter">
        {save}
      </Button>
    </form>
  );
}
