import { countWord, countWordFirst, listWords } from "./words.ts";

/** One written text: its name for people, the hash of what the writer was shown, and its own hash. */
export type WrittenSkill = { readonly name: string; readonly inputSha256: string; readonly sha256: string };

/** "Five texts were written from byte-identical input; four of them differ: seed 2 and seed 3 are the same." Null where none was written. */
export function skillSentence(written: readonly WrittenSkill[]): string | null {
  if (written.length === 0) return null;
  const inputs = new Set(written.map((one) => one.inputSha256)).size;
  const from = inputs === 1 ? "byte-identical input" : `${countWord(inputs)} different inputs`;
  if (written.length === 1) return "One text was written; with one there is nothing to compare.";
  const groups = sameTexts(written);
  const different = groups.length;
  const twins = groups.filter((group) => group.length > 1).map((group) => `${listWords(group)} are the same`);
  const lead = `${countWordFirst(written.length)} texts were written from ${from}`;
  if (twins.length === 0) return `${lead}; no two of them are the same.`;
  return different === 1 ? `${lead}; all of them are the same.` : `${lead}; ${countWord(different)} of them differ: ${twins.join("; ")}.`;
}

/** The texts' names grouped by text, in order of appearance. */
export function sameTexts(written: readonly Pick<WrittenSkill, "name" | "sha256">[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { name, sha256 } of written) groups.set(sha256, [...(groups.get(sha256) ?? []), name]);
  return [...groups.values()];
}
