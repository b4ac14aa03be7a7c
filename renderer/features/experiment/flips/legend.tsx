import type { CSSProperties } from "react";
import { strengths } from "./matrix/paint-margins.ts";
import { nearnessBounds } from "./model/nearness.ts";
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
export function Legend({ ground }: { readonly ground: "outcome" | "margin" }) {
  if (ground === "margin") return <MarginLegend />;
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

/** The darker, the nearer to the border; a minus is on its wrong side. */
function MarginLegend() {
  return (
    <ul className={styles["legend"]} aria-label="Legend">
      <li>
        <i className={styles["pass"]} aria-hidden="true" />
        right
      </li>
      <li>
        <i className={styles["fail"]} aria-hidden="true">
          −
        </i>
        wrong
      </li>
      {(["touching", "near", "within"] as const).map((nearness) => (
        <li key={nearness}>
          <i className={styles["near"]} style={{ "--strength": `${strengths[nearness] * 100}%` } as CSSProperties} aria-hidden="true" />
          under {nearnessBounds[nearness]} nats from flipping
        </li>
      ))}
    </ul>
  );
}
