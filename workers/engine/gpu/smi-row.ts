import { isDead, parseCell, parseMask, type Cell } from "./smi-cell.ts";
import type { ColumnKey, ReadingField, SmiQuery } from "./smi-query.ts";

/** How power was measured: at the instant, or over the last second (before Ampere `power.draw` is instant, too). */
export type PowerKind = "instant" | "average";

/** One GPU at one moment. */
export type GpuReading = {
  readonly uuid: string;
  readonly name: string;
  /** Null where the driver does not tell; the list of processes names GPUs by it. */
  readonly busId: string | null;
  readonly powerKind: PowerKind | null;
} & Readonly<Record<ReadingField, Cell>>;

/** A line is a GPU's reading, or something the tool wanted to say. */
export type SmiLine = { readonly kind: "gpu"; readonly reading: GpuReading } | { readonly kind: "remark"; readonly text: string } | { readonly kind: "empty" };

const uuidForm = /^(GPU|MIG)-[0-9A-Za-z][0-9A-Za-z/-]*$/;
const unknownField: Cell = { kind: "missing", reason: "the driver does not know this field" };

/** Reads one line of the answer to a query. */
export function parseLine(line: string, query: SmiQuery): SmiLine {
  const text = line.trim();
  if (text === "") return { kind: "empty" };
  const texts = text.split(",");
  // Both are in every query, and come first.
  const [uuid, name] = texts;
  if (uuid === undefined || name === undefined || !uuidForm.test(uuid) || texts.length !== query.length) return { kind: "remark", text: text.slice(0, 300) };
  const cells: Partial<Record<ColumnKey, Cell>> = {};
  let busId: string | null = null;
  for (let index = 2; index < query.length; index++) {
    const key = query[index]?.key ?? "name";
    const cell = texts[index] ?? "";
    if (key === "busId") busId = cell.trim();
    else cells[key] = key === "throttleBits" ? parseMask(cell) : parseCell(cell);
  }
  return { kind: "gpu", reading: { uuid, name: name.trim(), busId, ...believed(cells) } };
}

function believed(cells: Readonly<Partial<Record<ColumnKey, Cell>>>): Record<ReadingField, Cell> & { readonly powerKind: PowerKind | null } {
  const dead = Object.values(cells).find(isDead);
  const cell = (key: ColumnKey): Cell => dead ?? cells[key] ?? unknownField;
  const total = cell("totalMib");
  // No card has 0 MiB: where the total reads 0, the memory is unknown.
  const noMemory: Cell | null = total.kind === "value" && total.value === 0 ? { kind: "missing", reason: "total memory reads 0" } : null;
  const power = powerOf(cell("powerWatts"), cell("powerAverage"));
  return {
    usedMib: noMemory ?? cell("usedMib"),
    freeMib: noMemory ?? cell("freeMib"),
    totalMib: noMemory ?? total,
    utilisationPercent: cell("utilisationPercent"),
    powerWatts: power.cell,
    powerKind: power.kind,
    temperatureC: cell("temperatureC"),
    fanPercent: cell("fanPercent"),
    smClockMhz: cell("smClockMhz"),
    memoryClockMhz: cell("memoryClockMhz"),
    throttleBits: cell("throttleBits"),
  };
}

function powerOf(instant: Cell, average: Cell): { readonly cell: Cell; readonly kind: PowerKind | null } {
  if (instant.kind === "value") return { cell: instant, kind: "instant" };
  if (average.kind === "value") return { cell: average, kind: "average" };
  return { cell: average === unknownField ? instant : average, kind: null };
}
