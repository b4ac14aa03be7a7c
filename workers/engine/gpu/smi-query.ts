/** What is read of each GPU besides who it is; the order of the query follows this list. */
export const readingFields = [
  "usedMib", "freeMib", "totalMib", "utilisationPercent", "powerWatts", "temperatureC", "fanPercent", "smClockMhz", "memoryClockMhz", "throttleBits",
] as const;
export type ReadingField = (typeof readingFields)[number];

/** One column of the query. Power has two, because where the driver has the instant draw it is better than the average. */
export type ColumnKey = "uuid" | "name" | "busId" | "powerAverage" | ReadingField;
type Column = { readonly key: ColumnKey; readonly name: string };

/** The columns that are asked for now; a driver that does not know one gets a query without it. */
export type SmiQuery = readonly Column[];

/** Names of each column; the first that the driver knows is used. UUID and name must be known. */
const columns: readonly { readonly key: ColumnKey; readonly names: readonly [string, ...string[]] }[] = [
  { key: "uuid", names: ["uuid"] },
  { key: "name", names: ["name"] },
  { key: "busId", names: ["pci.bus_id"] },
  { key: "usedMib", names: ["memory.used"] },
  { key: "freeMib", names: ["memory.free"] },
  { key: "totalMib", names: ["memory.total"] },
  { key: "utilisationPercent", names: ["utilization.gpu"] },
  { key: "powerWatts", names: ["power.draw.instant"] },
  { key: "powerAverage", names: ["power.draw", "power.draw.average"] },
  { key: "temperatureC", names: ["temperature.gpu"] },
  { key: "fanPercent", names: ["fan.speed"] },
  { key: "smClockMhz", names: ["clocks.current.sm", "clocks.sm"] },
  { key: "memoryClockMhz", names: ["clocks.current.memory", "clocks.mem"] },
  // 535 renamed the throttle reasons to event reasons; both answer for now.
  { key: "throttleBits", names: ["clocks_throttle_reasons.active", "clocks_event_reasons.active"] },
];

export const firstQuery: SmiQuery = columns.map(({ key, names }) => ({ key, name: names[0] }));

/** The query after the driver refused a field: with the field's other name, or without it; null where it cannot be left out. */
export function queryWithout(query: SmiQuery, refused: string): SmiQuery | null {
  const at = query.findIndex(({ name }) => name === refused);
  const column = query[at];
  if (column === undefined || column.key === "uuid" || column.key === "name") return null;
  const names: readonly string[] = columns.find(({ key }) => key === column.key)?.names ?? [];
  const next = names[names.indexOf(refused) + 1];
  return next === undefined ? query.toSpliced(at, 1) : query.with(at, { key: column.key, name: next });
}

/** The field that a failed call complained of, or null where it complained of something else. */
export function refusedField(text: string): string | null {
  return /Field "([^"]+)" is not a valid field to query/.exec(text)?.[1] ?? null;
}

export function queryArgs(query: SmiQuery): readonly string[] {
  return [`--query-gpu=${query.map(({ name }) => name).join(",")}`, "--format=csv,noheader,nounits"];
}
