/** Seeds of one experiment at most. */
export const maxSeeds = 1000;

/** The largest seed that random, NumPy and PyTorch all take. */
export const largestSeed = 2 ** 32 - 1;

/** Seeds that were read from text, or why they cannot be and what to write instead. */
export type SeedsRead =
  | { readonly kind: "seeds"; readonly seeds: readonly number[] }
  | { readonly kind: "problem"; readonly message: string; readonly fix: string };

const example = "Write for example 1..5, or 1, 2, 7, or 1..3, 7.";

/** Reads `1..5`, `1, 2, 7` or `1..3, 7`; the order is kept, a seed named twice is refused. */
export function parseSeeds(text: string): SeedsRead {
  if (text.trim() === "") return { kind: "problem", message: "There are 0 seeds.", fix: example };
  const seeds: number[] = [];
  for (const part of text.split(",")) {
    const read = parsePart(part.trim());
    if (read.kind === "problem") return read;
    seeds.push(...read.seeds);
    if (seeds.length > maxSeeds) return tooMany(seeds.length);
  }
  const twice = seeds.find((seed, index) => seeds.indexOf(seed) !== index);
  if (twice !== undefined) return { kind: "problem", message: `Seed ${twice} is named twice.`, fix: "Name every seed once; the same seed gives the same run." };
  return { kind: "seeds", seeds };
}

/** Seeds as short text that {@link parseSeeds} reads back: `1..3, 7`. */
export function formatSeeds(seeds: readonly number[]): string {
  const parts: string[] = [];
  let start = 0;
  for (const [index, seed] of seeds.entries()) {
    if (seeds[index + 1] === seed + 1) continue;
    const first = seeds[start] ?? seed;
    parts.push(first === seed ? `${seed}` : seed === first + 1 ? `${first}, ${seed}` : `${first}..${seed}`);
    start = index + 1;
  }
  return parts.join(", ");
}

function parsePart(part: string): SeedsRead {
  const found = /^(\d{1,10})(?:\s*\.\.\s*(\d{1,10}))?$/.exec(part);
  if (found === null) return { kind: "problem", message: `${JSON.stringify(part)} is neither a seed nor a range of seeds.`, fix: example };
  const first = Number(found[1]);
  const last = found[2] === undefined ? first : Number(found[2]);
  if (Math.max(first, last) > largestSeed) return { kind: "problem", message: `Seed ${Math.max(first, last)} is too large.`, fix: `Take seeds up to ${largestSeed}.` };
  if (last < first) return { kind: "problem", message: `The range ${first}..${last} runs backwards.`, fix: `Write ${last}..${first}.` };
  if (last - first >= maxSeeds) return tooMany(last - first + 1);
  return { kind: "seeds", seeds: Array.from({ length: last - first + 1 }, (_, index) => first + index) };
}

function tooMany(count: number): SeedsRead {
  return { kind: "problem", message: `${count} seeds are more than the ${maxSeeds} that one experiment can have.`, fix: "Shorten the range; a finished experiment can be given more seeds later." };
}
