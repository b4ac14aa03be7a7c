export type SeedList = { readonly kind: "seeds"; readonly seeds: number[] } | { readonly kind: "problem"; readonly message: string };

const mostSeeds = 1000;
const largestSeed = 2 ** 31 - 1;

/** Reads `4..10, 12 15` into seeds in ascending order, each once. */
export function parseSeedList(text: string): SeedList {
  const seeds = new Set<number>();
  const parts = text.split(/[\s,]+/u).filter((part) => part !== "");
  if (parts.length === 0) return problem("Write at least one seed, for example 4..8.");
  for (const part of parts) {
    const match = /^(\d+)(?:\.\.(\d+))?$/u.exec(part);
    if (match === null) return problem(`“${part}” is neither a seed (7) nor a range (4..10).`);
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from) return problem(`The range ${part} runs backwards; write ${to}..${from}.`);
    if (to > largestSeed) return problem(`Seeds go up to ${largestSeed}.`);
    if (to - from >= mostSeeds) return problem(`${part} is more than ${mostSeeds} seeds at once.`);
    for (let seed = from; seed <= to; seed++) seeds.add(seed);
  }
  if (seeds.size > mostSeeds) return problem(`That is more than ${mostSeeds} seeds at once.`);
  return { kind: "seeds", seeds: [...seeds].sort((a, b) => a - b) };
}

/** `1..3, 7`. */
export function formatSeedList(seeds: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const seed of seeds) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seed - 1) last[1] = seed;
    else ranges.push([seed, seed]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}..${to}`)).join(", ");
}

function problem(message: string): SeedList {
  return { kind: "problem", message };
}
