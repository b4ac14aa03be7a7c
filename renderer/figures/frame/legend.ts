import type { ReactElement } from "react";
import { group, mark, text } from "../marks.ts";
import { widthOf } from "../text/measure.ts";
import type { Block, Canvas } from "./frame.ts";

/** One entry: a swatch of 13 × 13 pixels drawn at the origin, and its word. */
export type LegendEntry = { readonly swatch: ReactElement; readonly word: string };

const setting = { face: "sans-regular", size: 11 } as const;

/** A row of swatches with their words, broken into lines where it is too wide. */
export function legend(entries: readonly LegendEntry[], { theme, width }: Canvas): Block {
  let x = 0;
  let row = 0;
  const placed = entries.map(({ swatch, word }) => {
    const needed = 18 + widthOf(word, setting);
    if (x > 0 && x + needed > width) {
      x = 0;
      row++;
    }
    const entry = group(x, row * 20, swatch, text(18, 10.5, { ...setting, fill: theme.soft, content: word }));
    x += needed + 16;
    return entry;
  });
  return { height: entries.length === 0 ? 0 : (row + 1) * 20 + 8, content: mark("g", {}, ...placed) };
}
