/** The figures of an experiment, by name. */
export const figureNames = ["flip-matrix", "spread", "agreement", "label-flows", "loss", "loss-score", "factorial", "sweep"] as const;

/** A figure's name; also the stem of its files. */
export type FigureName = (typeof figureNames)[number];

/** The kinds of file a figure is written to. */
export const figureFormats = ["svg", "png", "csv", "json", "txt"] as const;

/** A kind of file; `txt` is the caption and the alt text. */
export type FigureFormat = (typeof figureFormats)[number];

/** Width of a blog column and of a full-bleed figure, in pixels. */
export const figureWidths = { column: 640, fullBleed: 1200 } as const;
