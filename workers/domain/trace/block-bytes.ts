import type { TraceBlock } from "./block.ts";
import { traceFields, type TraceField } from "./trace-field.ts";

/**
 * A block as bytes, little endian: version 1 (u8), number of columns (u8), number of readings (u16), period in
 * milliseconds (u16), the offsets (u16 each); then every column as its field's number (u8), its form (u8) and its values,
 * each column beginning at an even byte. A value that is unknown is the form's largest number, or NaN.
 */
const version = 1;
const headBytes = 6;
const forms = { missing: 0, constant: 1, bytes: 2, words: 3, hundredths: 4, floats: 5, doubles: 6 } as const;
type Form = (typeof forms)[keyof typeof forms];

const bytesOfValue: Readonly<Record<Form, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 4, 6: 8 };

/** Writes a block in the smallest form that gives back exactly the same numbers. */
export function blockToBytes(block: TraceBlock): Uint8Array {
  const count = block.offsets.length;
  const columns = [...block.columns].map(([field, values]) => ({ field, values, form: formOf(values) }));
  const size = columns.reduce((sum, { form }) => sum + columnBytes(form, count), headBytes + count * 2);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, version);
  view.setUint8(1, columns.length);
  view.setUint16(2, count, true);
  view.setUint16(4, Math.min(65_535, block.periodMs), true);
  for (const [index, offset] of block.offsets.entries()) view.setUint16(headBytes + index * 2, offset, true);
  let at = headBytes + count * 2;
  for (const { field, values, form } of columns) {
    view.setUint8(at, traceFields.indexOf(field));
    view.setUint8(at + 1, form);
    writeValues(view, at + 2, { values, form });
    at += columnBytes(form, count);
  }
  return bytes;
}

/** Reads a block back; with `fields` only those columns. Null where the bytes are none of this version's. */
export function blockFromBytes(minute: number, bytes: Uint8Array, fields?: readonly TraceField[]): TraceBlock | null {
  if (bytes.length < headBytes || bytes[0] !== version) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(2, true);
  const offsets = new Uint16Array(count);
  if (bytes.length < headBytes + count * 2) return null;
  for (let index = 0; index < count; index++) offsets[index] = view.getUint16(headBytes + index * 2, true);
  const columns = new Map<TraceField, Float64Array>();
  let at = headBytes + count * 2;
  for (let column = 0; column < view.getUint8(1); column++) {
    if (at + 2 > bytes.length) return null;
    const field = traceFields[view.getUint8(at)];
    const form = knownForm(view.getUint8(at + 1));
    if (field === undefined || form === null || at + columnBytes(form, count) > bytes.length) return null;
    if (fields === undefined || fields.includes(field)) columns.set(field, readValues(view, at + 2, { count, form }));
    at += columnBytes(form, count);
  }
  return { minute, periodMs: view.getUint16(4, true), offsets, columns };
}

function knownForm(number: number): Form | null {
  return Object.values(forms).find((form) => form === number) ?? null;
}

function columnBytes(form: Form, count: number): number {
  const values = form === forms.constant ? 8 : bytesOfValue[form] * count;
  return 2 + values + (values % 2);
}

type Values = readonly number[] | Float64Array;

function formOf(values: Values): Form {
  const known = values.filter((value) => !Number.isNaN(value));
  const [first] = known;
  if (first === undefined) return forms.missing;
  if (known.length === values.length && known.every((value) => value === first)) return forms.constant;
  if (known.every((value) => Number.isInteger(value) && value >= 0 && value < 65_535)) return known.every((value) => value < 255) ? forms.bytes : forms.words;
  if (known.every((value) => value >= 0 && value < 655.34 && Math.round(value * 100) / 100 === value)) return forms.hundredths;
  return known.every((value) => Math.fround(value) === value) ? forms.floats : forms.doubles;
}

function writeValues(view: DataView, at: number, { values, form }: { readonly values: Values; readonly form: Form }): void {
  if (form === forms.missing) return;
  if (form === forms.constant) return view.setFloat64(at, values[0] ?? Number.NaN, true);
  for (const [index, value] of values.entries()) {
    const unknown = Number.isNaN(value);
    if (form === forms.bytes) view.setUint8(at + index, unknown ? 255 : value);
    else if (form === forms.words) view.setUint16(at + index * 2, unknown ? 65_535 : value, true);
    else if (form === forms.hundredths) view.setUint16(at + index * 2, unknown ? 65_535 : Math.round(value * 100), true);
    else if (form === forms.floats) view.setFloat32(at + index * 4, value, true);
    else view.setFloat64(at + index * 8, value, true);
  }
}

function readValues(view: DataView, at: number, { count, form }: { readonly count: number; readonly form: Form }): Float64Array {
  const values = new Float64Array(count);
  switch (form) {
    case forms.missing:
      return values.fill(Number.NaN);
    case forms.constant:
      return values.fill(view.getFloat64(at, true));
    case forms.bytes:
      for (let index = 0; index < count; index++) values[index] = unlessMissing(view.getUint8(at + index), 255, 1);
      return values;
    case forms.words:
      for (let index = 0; index < count; index++) values[index] = unlessMissing(view.getUint16(at + index * 2, true), 65_535, 1);
      return values;
    case forms.hundredths:
      for (let index = 0; index < count; index++) values[index] = unlessMissing(view.getUint16(at + index * 2, true), 65_535, 100);
      return values;
    case forms.floats:
      for (let index = 0; index < count; index++) values[index] = view.getFloat32(at + index * 4, true);
      return values;
    case forms.doubles:
      for (let index = 0; index < count; index++) values[index] = view.getFloat64(at + index * 8, true);
      return values;
  }
}

function unlessMissing(value: number, missing: number, parts: number): number {
  return value === missing ? Number.NaN : value / parts;
}
