/** The known word nearest to a mistyped one, or null where none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | null {
  const typed = plain(word);
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(typed, plain(candidate)) }))
    .sort((left, right) => left.distance - right.distance);
  const [best] = ranked;
  if (best === undefined) return null;
  const allowed = Math.max(1, Math.floor(Math.max(typed.length, best.candidate.length) / 3));
  return best.distance <= allowed ? best.candidate : null;
}

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other; looks at 64 characters at most. */
export function editDistance(left: string, right: string): number {
  const from = [...left.slice(0, 64)];
  const to = [...right.slice(0, 64)];
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = cell(above, column) + (letter === other ? 0 : 1);
      const swapped = row > 0 && letter === to[column - 1] && from[row - 1] === other ? cell(before, column - 1) + 1 : Infinity;
      current.push(Math.min(cell(above, column + 1) + 1, cell(current, column) + 1, replaced, swapped));
    }
    before = above;
    above = current;
  }
  return cell(above, to.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

/** `Weight-Decay`, `weight_decay` and `weightDecay` are the same word to someone typing. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, "");
}
