/** What nvidia-smi says in one place: a number, or that it is unknown and why. Unknown is never 0. */
export type Cell = { readonly kind: "value"; readonly value: number } | { readonly kind: "missing"; readonly reason: string };

const withUnit = /^(-?\d+(?:\.\d+)?)(?: (?:%|MiB|W|C|MHz))?$/;

/** Reads one cell of the CSV; units are accepted because some builds print them although asked not to. */
export function parseCell(text: string): Cell {
  const trimmed = text.trim();
  const number = withUnit.exec(trimmed)?.[1];
  if (number !== undefined) return { kind: "value", value: Number(number) };
  const reason = trimmed.replace(/^\[(.*)\]$/, "$1").trim();
  return { kind: "missing", reason: reason === "" ? "no value" : reason };
}

/** A GPU that says so in any cell has no readings worth believing: its memory may read 0 although it is unknown. */
export function isDead(cell: Cell): boolean {
  return cell.kind === "missing" && /^GPU (requires reset|is lost)$/i.test(cell.reason);
}

export function valueOf(cell: Cell): number | null {
  return cell.kind === "value" ? cell.value : null;
}
