import { firstCode, type PackedMatrix } from "../contract/matrix-wire.ts";
import type { MatrixView } from "../contract/views.ts";

/** Codes from here on are halves of characters. */
const firstSurrogate = 0xd800;

/** Packs a matrix for the way; labels beyond the codes there are would not come back as they were, so more are refused. */
export function packMatrix(matrix: MatrixView): PackedMatrix {
  if (matrix.labels.length > firstSurrogate - firstCode) throw new Error(`a matrix has at most ${firstSurrogate - firstCode} labels, not ${matrix.labels.length}`);
  return { ...matrix, columns: matrix.columns.map((column) => ({ ...column, predictions: packedLabels(column.predictions), margins: column.margins === null ? null : packedMargins(column.margins) })) };
}

function packedLabels(labels: readonly number[]): string {
  const codes = new Uint16Array(labels.length);
  for (let at = 0; at < labels.length; at++) codes[at] = (labels[at] ?? -1) + firstCode;
  return Buffer.from(codes.buffer).toString("utf16le");
}

function packedMargins(margins: readonly (number | null)[]): string {
  const floats = new Float32Array(margins.length);
  for (let at = 0; at < margins.length; at++) floats[at] = margins[at] ?? NaN;
  return Buffer.from(floats.buffer).toString("base64");
}
