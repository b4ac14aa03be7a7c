export type MarkedPart = { readonly text: string; readonly marked: boolean };

/** Splits an excerpt at the marks U+E000 and U+E001 that the search sets around its matches. */
export function markedParts(excerpt: string): readonly MarkedPart[] {
  return excerpt
    .split("\uE000")
    .flatMap((piece, index): MarkedPart[] => {
      if (index === 0) return [{ text: piece, marked: false }];
      const [match = "", rest = ""] = piece.split("\uE001");
      return [{ text: match, marked: true }, { text: rest, marked: false }];
    })
    .filter((part) => part.text !== "");
}
