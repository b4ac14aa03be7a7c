import styles from "./flips.module.css";

const entries = [
  { key: "pass", glyph: "", word: "pass" },
  { key: "fail", glyph: "·", word: "fail" },
  { key: "gain", glyph: "▲", word: "gain" },
  { key: "loss", glyph: "▼", word: "loss" },
  { key: "error", glyph: "", word: "error" },
  { key: "missing", glyph: "", word: "missing" },
] as const;

/** What the colours and glyphs mean. */
export function Legend() {
  return (
    <ul className={styles["legend"]} aria-label="Legend">
      {entries.map(({ key, glyph, word }) => (
        <li key={key}>
          <i className={styles[key]} aria-hidden="true">
            {glyph}
          </i>
          {word}
        </li>
      ))}
    </ul>
  );
}
