/** A piece of a sentence; `strong` pieces are what the sentence is about. */
export type TextPart = { readonly text: string; readonly strong: boolean };

/** A piece of running text. */
export function plain(text: string): TextPart {
  return { text, strong: false };
}

/** A piece that the sentence is about. */
export function strong(text: string): TextPart {
  return { text, strong: true };
}

/** Joins neighbours of the same weight and drops empty pieces. */
export function tidied(parts: readonly TextPart[]): TextPart[] {
  const tidy: TextPart[] = [];
  for (const part of parts) {
    const last = tidy.at(-1);
    if (part.text === "") continue;
    if (last !== undefined && last.strong === part.strong) tidy[tidy.length - 1] = { text: last.text + part.text, strong: part.strong };
    else tidy.push(part);
  }
  return tidy;
}

/** The sentence without its emphasis. */
export function plainText(parts: readonly TextPart[]): string {
  return parts.map((part) => part.text).join("");
}
