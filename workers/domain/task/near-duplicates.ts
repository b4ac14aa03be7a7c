import { itemsOf } from "./task.ts";
import type { Item, Task } from "./task.ts";

/** A training and a test item whose texts are alike; `likeness` is the Jaccard index of their word shingles, 1 = same words. */
export type NearDuplicate = { readonly train: string; readonly test: string; readonly likeness: number };

/** Likeness from which two items count as near duplicates. */
export const nearDuplicateThreshold = 0.6;

const shingleWords = 2;

/** A text as its lower-case words, without punctuation, accents composed the same way (NFKC). */
export function normalisedWords(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The text that decides whether two items are the same question: its normalised words, or the trimmed text where it has none. */
export function sameTextKey(text: string): string {
  const words = normalisedWords(text);
  return words.length === 0 ? text.trim() : words.join(" ");
}

/** Jaccard index of two texts over pairs of neighbouring words: 0 nothing in common, 1 the same. */
export function likeness(left: string, right: string): number {
  return jaccard(shingles(left), shingles(right));
}

/** Fewer words stand in many a text by chance. */
const fewestQuotedWords = 4;

/** Test items whose whole input stands in a text word for word, whatever its case and punctuation; inputs of fewer than four words are not looked for. */
export function quotedTestItems(task: Task, text: string): readonly Item[] {
  const said = ` ${normalisedWords(text).join(" ")} `;
  return itemsOf(task, "test").filter(({ input }) => {
    const words = normalisedWords(input);
    return words.length >= fewestQuotedWords && said.includes(` ${words.join(" ")} `);
  });
}

/** Pairs of training and test items at least `threshold` alike, most alike first. */
export function nearDuplicates(task: Task, threshold: number = nearDuplicateThreshold): readonly NearDuplicate[] {
  const train = itemsOf(task, "train").map(withShingles);
  const trainByShingle = indexByShingle(train);
  return itemsOf(task, "test")
    .map(withShingles)
    .flatMap((test) => candidates(test, trainByShingle).map((other) => ({ train: other.id, test: test.id, likeness: jaccard(other.shingles, test.shingles) })))
    .filter((pair) => pair.likeness >= threshold)
    .sort((left, right) => right.likeness - left.likeness);
}

type Shingled = { readonly id: string; readonly shingles: ReadonlySet<string> };

function withShingles(item: Item): Shingled {
  return { id: item.id, shingles: shingles(item.input) };
}

/** Only items that share a shingle can be alike, so a large task is not compared pair by pair. */
function indexByShingle(items: readonly Shingled[]): ReadonlyMap<string, readonly Shingled[]> {
  const index = new Map<string, Shingled[]>();
  for (const item of items) {
    for (const shingle of item.shingles) {
      const known = index.get(shingle);
      if (known === undefined) index.set(shingle, [item]);
      else known.push(item);
    }
  }
  return index;
}

function candidates(item: Shingled, index: ReadonlyMap<string, readonly Shingled[]>): readonly Shingled[] {
  return [...new Set([...item.shingles].flatMap((shingle) => index.get(shingle) ?? []))];
}

function shingles(text: string): ReadonlySet<string> {
  const words = normalisedWords(text);
  if (words.length < shingleWords) return new Set([sameTextKey(text)]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(" ")));
}

function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((shingle) => right.has(shingle)).length;
  return shared / (left.size + right.size - shared);
}
