import { Resvg } from "@resvg/resvg-js";
import { renderToStaticMarkup } from "react-dom/server";
import type { Prepared, Table } from "../../../renderer/figures/figure.ts";
import { isCovered } from "../../../renderer/figures/text/measure.ts";
import type { ThemeName } from "../../../renderer/figures/theme.ts";
import type { FigureFormat, FigureName } from "../../contract/figures.ts";
import type { FigureFonts } from "./figure-fonts.ts";

/** How to draw. */
export type DrawOptions = { readonly theme: ThemeName; readonly width: number; readonly scale: 1 | 2 | 3; readonly formats: readonly FigureFormat[] };

/** A file of an export, its name without a folder. */
export type ExportFile = { readonly name: string; readonly bytes: Uint8Array };

/** Writes one figure in every wanted format; the same data gives the same bytes. */
export function drawFigure(name: FigureName, figure: Extract<Prepared, { readonly kind: "figure" }>, setup: { readonly options: DrawOptions; readonly fonts: FigureFonts }): ExportFile[] {
  const { options, fonts } = setup;
  const stem = `${name}-${options.theme}-${options.width}`;
  let drawn: string | null = null;
  const svg = (): string => (drawn ??= svgOf(figure, options, fonts.css));
  return options.formats.map((format): ExportFile => {
    switch (format) {
      case "svg":
        return file(`${stem}.svg`, svg());
      case "png":
        return { name: options.scale === 1 ? `${stem}.png` : `${stem}@${options.scale}x.png`, bytes: pngOf(svg(), options.scale, fonts) };
      case "csv":
        return file(`${name}.csv`, csvOf(figure.table));
      case "json":
        return file(`${name}.json`, jsonOf(figure.table));
      case "txt":
        return file(`${name}.txt`, `Caption\n${figure.caption}\n\nAlt text\n${figure.alt}\n`);
    }
  });
}

/** The figure as a standalone SVG document. */
export function svgOf(figure: Extract<Prepared, { readonly kind: "figure" }>, style: { readonly theme: ThemeName; readonly width: number }, fontCss: string | null): string {
  return `${renderToStaticMarkup(figure.draw({ theme: style.theme, width: style.width, fontCss }))}\n`;
}

/** An SVG as a PNG; the fonts of the machine are used only for characters that the figure fonts lack. */
export function pngOf(svg: string, scale: 1 | 2 | 3, fonts: FigureFonts): Uint8Array {
  const font = { loadSystemFonts: !isCovered(wordsOf(svg)), fontFiles: [...fonts.files], defaultFontFamily: "Flipbook Sans", sansSerifFamily: "Flipbook Sans" };
  return new Resvg(svg, { font, fitTo: { mode: "zoom", value: scale } }).render().asPng();
}

/** The table as RFC 4180 comma-separated values with a header line. */
export function csvOf(table: Table): string {
  return [table.columns, ...table.rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** The table as a list of objects, one a row. */
export function jsonOf(table: Table): string {
  const rows = table.rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])));
  return `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  // A leading sign or "=" would be run as a formula by spreadsheets.
  const safe = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function wordsOf(svg: string): string {
  return svg.replace(/<style>[^<]*<\/style>/u, "").replace(/<desc[^>]*>[^<]*<\/desc>/u, "");
}

function file(name: string, content: string): ExportFile {
  return { name, bytes: new TextEncoder().encode(content) };
}
