/** Names of what a card reports, for sentences. */
export const fieldWords: Readonly<Record<string, string>> = {
  usedMib: "memory in use",
  freeMib: "free memory",
  totalMib: "total memory",
  powerWatts: "power",
  temperatureC: "temperature",
  utilisationPercent: "utilisation",
  fanPercent: "fan",
  smClockMhz: "clock",
  memoryClockMhz: "memory clock",
  throttleBits: "throttle reasons",
  load: "load",
  cpuPercent: "processor",
  rssMib: "resident memory",
};
