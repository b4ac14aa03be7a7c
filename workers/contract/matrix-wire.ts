import type { MatrixColumn, MatrixView } from "./views.ts";

/** A {@link MatrixView} as it travels: what a run said and its margins as one string each, since a million numbers take longer to read than to show. */
export type PackedMatrix = Omit<MatrixView, "columns"> & {
  readonly columns: readonly (Omit<MatrixColumn, "predictions" | "margins"> & {
    /** One character an item: label index plus {@link firstCode}, the character before it for none. */
    readonly predictions: string;
    /** 32-bit floats, little-endian, in base64; NaN where there is none. */
    readonly margins: string | null;
  })[];
};

/** Character code of label 0: above everything that JSON escapes, with the code below it for "no readable answer". */
export const firstCode = 0x5e;

/** The matrix as it was packed; margins are those 32-bit floats that the lab stores. */
export function unpackMatrix(packed: PackedMatrix): MatrixView {
  return { ...packed, columns: packed.columns.map((column) => ({ ...column, predictions: unpackedLabels(column.predictions), margins: column.margins === null ? null : unpackedMargins(column.margins) })) };
}

function unpackedLabels(text: string): number[] {
  const labels = new Array<number>(text.length);
  for (let at = 0; at < text.length; at++) labels[at] = text.charCodeAt(at) - firstCode;
  return labels;
}

function unpackedMargins(base64: string): (number | null)[] {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const floats = new Float32Array(bytes.buffer);
  const margins = new Array<number | null>(floats.length);
  // Plain loops here and above: mapping a typed array takes several times as long, and this runs over every cell.
  for (let at = 0; at < floats.length; at++) {
    const margin = floats[at] ?? NaN;
    margins[at] = Number.isNaN(margin) ? null : margin;
  }
  return margins;
}
