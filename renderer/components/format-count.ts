const grouped = new Intl.NumberFormat("en-US");

/** `24,576`. */
export function formatCount(count: number): string {
  // Rounding can leave a negative zero, which nobody counts.
  return grouped.format(count === 0 ? 0 : count);
}

/** `1 seed`, `10 seeds`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `9f3c…e1`: enough of a hash to recognise it by. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 4)}\u2026${hash.slice(-2)}`;
}
