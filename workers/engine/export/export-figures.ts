import { catalogue } from "../../../renderer/figures/catalogue.ts";
import type { FigureSource } from "../../../renderer/figures/source.ts";
import { figureNames } from "../../contract/figures.ts";
import type { FigureName } from "../../contract/figures.ts";
import { LabError } from "../../domain/errors.ts";
import { nearest } from "../../domain/nearest.ts";
import { drawFigure } from "./draw-figure.ts";
import type { DrawOptions, ExportFile } from "./draw-figure.ts";
import type { FigureFonts } from "./figure-fonts.ts";

/** What an export made, and what it could not draw with the reason. */
export type FigureExport = { readonly files: readonly ExportFile[]; readonly refused: readonly { readonly name: FigureName; readonly why: string }[] };

/** The figures a request names; `all` is every one of them. */
export function wantedFigures(names: readonly string[]): readonly FigureName[] {
  if (names.includes("all")) return figureNames;
  return [...new Set(names)].map((name) => {
    const known = figureNames.find((one) => one === name);
    if (known !== undefined) return known;
    const near = nearest(name, figureNames);
    throw new LabError("bad-input", `There is no figure ${name}. ${near === null ? `There are ${figureNames.join(", ")}.` : `Did you mean ${near}?`}`);
  });
}

/** Draws figures one after the other; between two of them whoever waits for the engine gets its turn. */
export async function exportFigures(source: FigureSource, names: readonly FigureName[], setup: { readonly options: DrawOptions; readonly fonts: FigureFonts }): Promise<FigureExport> {
  const files: ExportFile[] = [];
  const refused: { name: FigureName; why: string }[] = [];
  for (const name of names) {
    const figure = catalogue[name].prepare(source);
    if (figure.kind === "refused") refused.push({ name, why: figure.why });
    else files.push(...drawFigure(name, figure, setup));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { files, refused };
}
