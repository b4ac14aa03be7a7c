/** Where a line (1-based) starts and ends in a text. */
export function lineRange(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}
