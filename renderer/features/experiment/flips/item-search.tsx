import { useRef } from "react";
import { useShortcut } from "../../../components/shortcuts.ts";
import styles from "./flips.module.css";

/** Finds items by their text or id; `/` goes there. */
export function ItemSearch({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const search = useRef<HTMLInputElement>(null);
  useShortcut("/", "Search the items", () => search.current?.focus());
  return (
    <input
      ref={search}
      type="search"
      className={styles["search"]}
      aria-label="Search the items"
      placeholder="Search items"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onChange("");
      }}
    />
  );
}
