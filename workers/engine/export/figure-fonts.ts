import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The fonts of figures: the style sheet that every SVG carries, and the files that turn an SVG into a PNG. */
export type FigureFonts = { readonly css: string; readonly files: readonly string[] };

const faces = [
  { file: "sans-regular", ending: "otf", family: "Flipbook Sans", weight: 400 },
  { file: "sans-semibold", ending: "otf", family: "Flipbook Sans", weight: 600 },
  { file: "serif-semibold", ending: "ttf", family: "Flipbook Serif", weight: 600 },
  { file: "mono-regular", ending: "ttf", family: "Flipbook Mono", weight: 400 },
] as const;

/** Reads the fonts of assets/fonts. */
export function loadFigureFonts(folder: string): FigureFonts {
  const css = faces.map(({ file, family, weight }) => {
    const data = readFileSync(join(folder, `${file}.woff2`)).toString("base64");
    return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${data}) format('woff2')}`;
  });
  return { css: css.join(""), files: faces.map(({ file, ending }) => join(folder, `${file}.${ending}`)) };
}
