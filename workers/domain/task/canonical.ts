/**
 * The canonical JSON text of plain data: keys sorted by UTF-16 code unit, no white space, numbers as ECMAScript prints
 * them, keys with `undefined` left out. Text is kept as it is, without Unicode normalisation: another spelling of the
 * same letters gives a model other tokens, so it is other data. Throws on what JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value);
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`canonical JSON cannot hold ${value}`);
  return JSON.stringify(value);
}

function canonicalObject(value: object): string {
  const pairs = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`);
  return `{${pairs.join(",")}}`;
}
