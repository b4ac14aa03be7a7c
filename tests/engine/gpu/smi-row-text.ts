import { firstQuery, type ColumnKey } from "../../../workers/engine/gpu/smi-query.ts";

const usual: Readonly<Record<ColumnKey, string>> = {
  uuid: "GPU-1f2e3d4c-0000-1111-2222-333344445555",
  name: "NVIDIA GeForce RTX 3090",
  busId: "00000000:01:00.0",
  usedMib: "2690",
  freeMib: "21886",
  totalMib: "24576",
  utilisationPercent: "3",
  powerWatts: "38.51",
  powerAverage: "40.00",
  temperatureC: "41",
  fanPercent: "30",
  smClockMhz: "1695",
  memoryClockMhz: "9501",
  throttleBits: "0x0000000000000004",
};

/** A row as nvidia-smi prints it to the full query; a cell that is null is not in the query. */
export function smiRow(cells: Partial<Record<ColumnKey, string | null>> = {}): string {
  const all: Readonly<Record<ColumnKey, string | null>> = { ...usual, ...cells };
  return firstQuery.map(({ key }) => all[key]).filter((cell) => cell !== null).join(", ");
}
