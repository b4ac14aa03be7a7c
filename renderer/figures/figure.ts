import type { ReactElement } from "react";
import type { FigureName } from "../../workers/contract/figures.ts";
import type { FigureSource } from "./source.ts";
import type { ThemeName } from "./theme.ts";

/** How a figure is drawn: width in pixels, the style sheet that embeds its fonts (null where the page has them), and whether the page around it says its title and what it rests on (`bare`). */
export type FigureStyle = { readonly theme: ThemeName; readonly width: number; readonly fontCss: string | null; readonly bare?: boolean };

/** Exactly what a figure draws, as a table: column names, then rows. */
export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | number | null)[])[] };

/** A figure ready to be drawn at any width, or the reason why there is none, in words for a page. */
export type Prepared =
  | {
      readonly kind: "figure";
      /** One sentence with what the figure shows, for a page and for a caption. */
      readonly caption: string;
      /** For those who do not see the picture. */
      readonly alt: string;
      readonly table: Table;
      readonly draw: (style: FigureStyle) => ReactElement;
    }
  | { readonly kind: "refused"; readonly why: string };

/** A figure as the catalogue lists it. */
export type FigureDefinition = {
  readonly name: FigureName;
  readonly title: string;
  readonly prepare: (source: FigureSource) => Prepared;
};

/** A figure that cannot be made, with the reason. */
export function refused(why: string): Prepared {
  return { kind: "refused", why };
}
