/** Numbers as they lie in a blob column: 4 bytes each, little endian, as every platform we run on has them. */
export function toBlob(numbers: Int32Array | Float32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

export function int32FromBlob(blob: Uint8Array): Int32Array {
  return new Int32Array(aligned(blob));
}

export function float32FromBlob(blob: Uint8Array): Float32Array {
  return new Float32Array(aligned(blob));
}

/** A view needs a multiple of four as its start, which a blob handed out by SQLite does not promise. */
function aligned(blob: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(blob.byteLength);
  new Uint8Array(copy).set(blob);
  return copy;
}
