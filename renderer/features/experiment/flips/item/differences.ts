/** A piece of a text; `differs` where the other text has nothing equal. */
export type Piece = { readonly text: string; readonly differs: boolean };

const mostWords = 600;

/** Marks the words of a text that are not in the reference, by the longest common sequence of words; long texts are not compared. */
export function differences(text: string, reference: string): Piece[] {
  const [words, others] = [wordsOf(text), wordsOf(reference)];
  if (text === reference || words.length > mostWords || others.length > mostWords) return [{ text, differs: false }];
  const common = commonLengths(words, others);
  const pieces: Piece[] = [];
  let other = 0;
  words.forEach((word, at) => {
    while (other < others.length && word !== others[other] && lengthAt(common, at, other + 1) >= lengthAt(common, at + 1, other)) other++;
    const same = other < others.length && word === others[other];
    if (same) other++;
    push(pieces, { text: word, differs: !same && word.trim() !== "" });
  });
  return pieces;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Lengths of the longest common sequences of the remainders. */
function commonLengths(words: readonly string[], others: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: words.length + 1 }, () => new Uint16Array(others.length + 1));
  for (let at = words.length - 1; at >= 0; at--) {
    for (let other = others.length - 1; other >= 0; other--) {
      const row = lengths[at];
      if (row === undefined) continue;
      row[other] = words[at] === others[other] ? lengthAt(lengths, at + 1, other + 1) + 1 : Math.max(lengthAt(lengths, at + 1, other), lengthAt(lengths, at, other + 1));
    }
  }
  return lengths;
}

function lengthAt(lengths: readonly Uint16Array[], at: number, other: number): number {
  return lengths[at]?.[other] ?? 0;
}

function push(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last !== undefined && last.differs === piece.differs) pieces[pieces.length - 1] = { text: last.text + piece.text, differs: piece.differs };
  else pieces.push(piece);
}
