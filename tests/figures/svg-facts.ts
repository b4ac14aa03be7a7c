import { renderToStaticMarkup } from "react-dom/server";
import { catalogue } from "../../renderer/figures/catalogue.ts";
import type { FigureStyle, Prepared } from "../../renderer/figures/figure.ts";
import type { FigureSource } from "../../renderer/figures/source.ts";
import type { FigureName } from "../../workers/contract/figures.ts";

export const plainStyle: FigureStyle = { theme: "light", width: 640, fontCss: null };

/** A figure that must be there. */
export function prepared(name: FigureName, source: FigureSource): Extract<Prepared, { readonly kind: "figure" }> {
  const figure = catalogue[name].prepare(source);
  if (figure.kind === "refused") throw new Error(`${name} was refused: ${figure.why}`);
  return figure;
}

/** Why a figure is not there. */
export function refusal(name: FigureName, source: FigureSource): string {
  const figure = catalogue[name].prepare(source);
  if (figure.kind === "figure") throw new Error(`${name} was drawn`);
  return figure.why;
}

export function svgOf(name: FigureName, source: FigureSource, style: Partial<FigureStyle> = {}): string {
  return renderToStaticMarkup(prepared(name, source).draw({ ...plainStyle, ...style }));
}

/** Every text of an SVG, in order. */
export function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/gu)].map((match) => unescaped(match[1] ?? ""));
}

function unescaped(text: string): string {
  return text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
