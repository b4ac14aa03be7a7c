/** NVML's bits (nvml.h, nvmlClocksEventReasons) in words; the idle bit and a setting by hand slow nothing down that someone waits for. */
const words: readonly (readonly [bit: number, says: string])[] = [
  [0x2, "clocks set by hand"],
  [0x4, "power cap"],
  [0x8, "hardware slowdown"],
  [0x10, "held to another card's clocks"],
  [0x20, "too warm (software)"],
  [0x40, "too warm (hardware)"],
  [0x80, "power brake"],
  [0x100, "display clocks"],
];

/** Why a GPU's clocks are lower than they could be; empty where nothing holds them back. */
export function throttleWords(bits: number): readonly string[] {
  return words.filter(([bit]) => (bits & bit) !== 0).map(([, says]) => says);
}
