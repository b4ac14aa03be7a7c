/** Where the plot lies within a chart, in pixels: bands above it and gestures over it are measured by this. */
export const plotMargin = { left: 64, right: 16 } as const;
