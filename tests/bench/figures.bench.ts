import { catalogue } from "../../renderer/figures/catalogue.ts";
import type { FigureSource } from "../../renderer/figures/source.ts";
import { figureFormats, figureNames } from "../../workers/contract/figures.ts";
import { drawFigure } from "../../workers/engine/export/draw-figure.ts";
import { loadFigureFonts } from "../../workers/engine/export/figure-fonts.ts";
import { inventedMatrix, inventedSource } from "../figures/invented-source.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

const fonts = loadFigureFonts(new URL("../../assets/fonts", import.meta.url).pathname);
const arms = [["prompt", "prompt"], ["lora", "lora"], ["both", "prompt+lora"]] as const;

/** Every figure in every format at a blog column, PNG at 2×: the time from results to bytes. */
export function bench(): Measurement[] {
  const small = inventedSource({ arms });
  const large = inventedSource({ items: 500, seeds: 40, arms: [["lora", "lora"]], resamples: 200 });
  const huge = { ...small, matrix: inventedMatrix({ items: 10_000, seeds: 100 }) };
  return [
    ...figureNames.map((name) => measured(`${name}, 47 items × 3 arms × 10 seeds`, () => exported(name, small))),
    ...figureNames.filter((name) => name !== "factorial").map((name) => measured(`${name}, 500 items × 40 seeds`, () => exported(name, large))),
    measured("flip-matrix, 10,000 items × 100 seeds", () => exported("flip-matrix", huge)),
  ];
}

function exported(name: (typeof figureNames)[number], source: FigureSource): number {
  const figure = catalogue[name].prepare(source);
  if (figure.kind === "refused") throw new Error(`${name}: ${figure.why}`);
  const options = { theme: "light", width: 640, scale: 2, formats: figureFormats } as const;
  return drawFigure(name, figure, { options, fonts }).length;
}

/** The fastest of five: the one that other programs disturbed least. */
function measured(name: string, work: () => unknown): Measurement {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return { name, value: Math.min(...times), unit: "ms", limit: 500 };
}
