import { isDead, parseCell, type Cell } from "./smi-cell.ts";

/** What is asked of each GPU, in the order of the query; the UUID comes first and keys the device. */
export const readingFields = ["usedMib", "freeMib", "totalMib", "utilisationPercent", "powerWatts", "temperatureC"] as const;
export type ReadingField = (typeof readingFields)[number];

/** One GPU at one moment. */
export type GpuReading = { readonly uuid: string; readonly name: string } & Readonly<Record<ReadingField, Cell>>;

/** A line is a GPU's reading, or something the tool wanted to say. */
export type SmiLine = { readonly kind: "gpu"; readonly reading: GpuReading } | { readonly kind: "remark"; readonly text: string } | { readonly kind: "empty" };

/** Which query field gives the power: the instant one where the driver knows it, else a one-second average. */
export type PowerField = "power.draw.instant" | "power.draw";

export function queryOf(power: PowerField): string {
  return `uuid,name,memory.used,memory.free,memory.total,utilization.gpu,${power},temperature.gpu`;
}

const uuidForm = /^(GPU|MIG)-[0-9A-Za-z][0-9A-Za-z/-]*$/;

/** Reads one line of the answer to {@link queryOf}. */
export function parseLine(line: string): SmiLine {
  const text = line.trim();
  if (text === "") return { kind: "empty" };
  const cells = text.split(",").map((cell) => cell.trim());
  const [uuid, name] = cells;
  if (uuid === undefined || name === undefined || !uuidForm.test(uuid) || cells.length !== readingFields.length + 2) {
    return { kind: "remark", text: text.slice(0, 300) };
  }
  const values = cells.slice(2).map(parseCell);
  return { kind: "gpu", reading: { uuid, name, ...believed(values) } };
}

function believed(values: readonly Cell[]): Record<ReadingField, Cell> {
  const dead = values.find(isDead);
  const cell = (field: ReadingField): Cell => dead ?? values[readingFields.indexOf(field)] ?? { kind: "missing", reason: "no value" };
  const total = cell("totalMib");
  // No card has 0 MiB: where the total reads 0, the memory is unknown.
  const noMemory: Cell | null = total.kind === "value" && total.value === 0 ? { kind: "missing", reason: "total memory reads 0" } : null;
  return {
    usedMib: noMemory ?? cell("usedMib"),
    freeMib: noMemory ?? cell("freeMib"),
    totalMib: noMemory ?? total,
    utilisationPercent: cell("utilisationPercent"),
    powerWatts: cell("powerWatts"),
    temperatureC: cell("temperatureC"),
  };
}
