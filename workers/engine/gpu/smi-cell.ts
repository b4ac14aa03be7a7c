/** What nvidia-smi says in one place: a number, or that it is unknown and why. Unknown is never 0. */
export type Cell = { readonly kind: "value"; readonly value: number } | { readonly kind: "missing"; readonly reason: string };

const withUnit = /^(-?\d+(?:\.\d+)?)(?: (?:%|MiB|W|C|MHz))?$/;

/** Reads one cell of the CSV; units are accepted because some builds print them although asked not to. */
export function parseCell(text: string): Cell {
  const trimmed = text.trim();
  const number = withUnit.exec(trimmed)?.[1];
  if (number !== undefined && Number.isFinite(Number(number))) return { kind: "value", value: Number(number) };
  return { kind: "missing", reason: missingReason(text) };
}

/** Reads a cell that holds bits, as `0x0000000000000004`; 13 digits are what a number holds exactly. */
export function parseMask(text: string): Cell {
  const digits = /^0x0*([0-9a-f]{1,13})$/i.exec(text.trim())?.[1];
  if (digits !== undefined) return { kind: "value", value: Number.parseInt(digits, 16) };
  return { kind: "missing", reason: missingReason(text) };
}

/** A GPU that says so in any cell has no readings worth believing: its memory may read 0 although it is unknown. */
export function isDead(cell: Cell): boolean {
  return cell.kind === "missing" && /^GPU (requires reset|is lost)$/i.test(cell.reason);
}

export function valueOf(cell: Cell): number | null {
  return cell.kind === "value" ? cell.value : null;
}

function missingReason(text: string): string {
  const reason = text.trim().replace(/^\[(.*)\]$/, "$1").trim();
  return reason === "" ? "no value" : reason.slice(0, 200);
}
