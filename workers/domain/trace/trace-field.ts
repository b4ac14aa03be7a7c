/** What is recorded over time; a number's place in this list is its number on disk, so new ones go to the end. */
export const traceFields = [
  "usedMib", "powerWatts", "utilisationPercent", "temperatureC", "fanPercent", "smClockMhz", "memoryClockMhz", "throttleBits",
  "freeMib", "load", "cpuPercent", "rssMib",
] as const;
/** A quantity that is recorded; `load` is the run queue's length over a minute, `cpuPercent` 100 per busy core. */
export type TraceField = (typeof traceFields)[number];

/** Whose readings they are: a GPU by its UUID, the machine itself, or a job's process tree. */
export type TraceSourceKind = "gpu" | "machine" | "job";

/** What is recorded of each kind of source. */
export const fieldsOf: Readonly<Record<TraceSourceKind, readonly TraceField[]>> = {
  gpu: ["usedMib", "powerWatts", "utilisationPercent", "temperatureC", "fanPercent", "smClockMhz", "memoryClockMhz", "throttleBits"],
  machine: ["freeMib", "load", "cpuPercent"],
  job: ["rssMib", "cpuPercent"],
};
