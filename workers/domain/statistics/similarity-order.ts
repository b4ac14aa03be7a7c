/**
 * An order that puts similar things side by side: average-linkage clustering, where two merged groups are laid so that their
 * most similar ends touch. Ties go to the lower index, so the same matrix gives the same order; unknown similarity counts as 0.
 */
export function similarityOrder(similarity: readonly (readonly (number | null)[])[]): number[] {
  let groups: number[][] = similarity.map((_, index) => [index]);
  let linkage = similarity.map((row) => row.map((one) => one ?? 0));
  while (groups.length > 1) {
    const [a, b] = closestPair(linkage);
    const [left, right] = [groups[a] ?? [], groups[b] ?? []];
    const merged = joined(left, right, similarity);
    const weights = { left: left.length, right: right.length };
    const distances = linkage.map((row) => ((row[a] ?? 0) * weights.left + (row[b] ?? 0) * weights.right) / (weights.left + weights.right));
    const kept = groups.map((_, index) => index).filter((index) => index !== b);
    groups = kept.map((index) => (index === a ? merged : (groups[index] ?? [])));
    linkage = kept.map((row) => kept.map((column) => (row === a ? (distances[column] ?? 0) : column === a ? (distances[row] ?? 0) : (linkage[row]?.[column] ?? 0))));
  }
  return groups[0] ?? [];
}

function closestPair(linkage: readonly (readonly number[])[]): [number, number] {
  let best: [number, number] = [0, 1];
  let most = -Infinity;
  linkage.forEach((row, a) => {
    for (let b = a + 1; b < row.length; b++) {
      const similar = row[b] ?? 0;
      if (similar <= most) continue;
      most = similar;
      best = [a, b];
    }
  });
  return best;
}

function joined(left: readonly number[], right: readonly number[], similarity: readonly (readonly (number | null)[])[]): number[] {
  const ways = [
    [...left, ...right],
    [...left, ...right.toReversed()],
    [...left.toReversed(), ...right],
    [...left.toReversed(), ...right.toReversed()],
  ];
  const touch = (way: readonly number[]): number => similarity[way[left.length - 1] ?? -1]?.[way[left.length] ?? -1] ?? 0;
  return ways.reduce((best, way) => (touch(way) > touch(best) ? way : best));
}
