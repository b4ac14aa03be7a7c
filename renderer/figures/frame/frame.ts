import type { ReactElement, ReactNode } from "react";
import type { FigureName } from "../../../workers/contract/figures.ts";
import type { FigureStyle } from "../figure.ts";
import { group, line, mark, rect, text } from "../marks.ts";
import type { Provenance } from "../source.ts";
import { provenanceLines } from "../source.ts";
import { wrap } from "../text/measure.ts";
import { themes } from "../theme.ts";
import type { Theme } from "../theme.ts";

/** What a body gets to draw with: its inks and the pixels it may fill. */
export type Canvas = { readonly theme: Theme; readonly width: number };

/** What stands around a figure's body. */
export type FrameText = {
  readonly name: FigureName;
  readonly title: string;
  readonly finding: string;
  readonly alt: string;
  readonly provenance: Provenance;
};

/** A drawn part and the height it takes. */
export type Block = { readonly height: number; readonly content: ReactNode };

/** The root SVG of a figure: title, finding, body, and what it rests on. */
export function frame(words: FrameText, style: FigureStyle, body: (canvas: Canvas) => readonly Block[]): ReactElement {
  const theme = themes[style.theme];
  const edge = style.bare === true ? 2 : style.width >= 900 ? 28 : 18;
  const width = style.width - 2 * edge;
  const inside = body({ theme, width });
  const blocks = style.bare === true ? inside : [heading(words, theme, width), ...inside, footer(words.provenance, theme, width)];
  let y = edge;
  const placed = blocks.map((block) => {
    const at = y;
    y += block.height;
    return group(edge, at, block.content);
  });
  const height = Math.ceil(y + edge);
  const ids = { title: `${words.name}-title`, description: `${words.name}-description` };
  return mark(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg", width: style.width, height, viewBox: `0 0 ${style.width} ${height}`,
      role: "img", "aria-labelledby": `${ids.title} ${ids.description}`,
    },
    mark("title", { id: ids.title }, `${words.title}: ${words.provenance.experiment}`),
    mark("desc", { id: ids.description }, words.alt),
    style.fontCss === null ? null : mark("style", {}, style.fontCss),
    theme.paper === null || style.bare === true ? null : rect(0, 0, { width: style.width, height, fill: theme.paper }),
    ...placed,
  );
}

function heading(words: FrameText, theme: Theme, width: number): Block {
  const title = { face: "serif-semibold", size: 17 } as const;
  const finding = { face: "sans-regular", size: 12.5 } as const;
  const titles = wrap(`${words.title}: ${words.provenance.experiment}`, width, title);
  const findings = wrap(words.finding, width, finding);
  const top = titles.length * 22;
  return {
    height: top + findings.length * 18 + 12,
    content: group(
      0, 0,
      ...titles.map((content, at) => text(0, 15 + at * 22, { ...title, fill: theme.ink, content })),
      ...findings.map((content, at) => text(0, top + 13 + at * 18, { ...finding, fill: theme.ink, content })),
    ),
  };
}

function footer(provenance: Provenance, theme: Theme, width: number): Block {
  const setting = { face: "sans-regular", size: 10.5 } as const;
  const lines = provenanceLines(provenance).flatMap((content) => wrap(content, width, setting));
  return {
    height: 14 + lines.length * 15,
    content: group(
      0, 0,
      line([0, 8], [width, 8], { stroke: theme.line }),
      ...lines.map((content, at) => text(0, 24 + at * 15, { ...setting, fill: theme.soft, content })),
    ),
  };
}
