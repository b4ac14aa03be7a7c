/** The job that will stand right after `id` once it is at `toIndex`: null = it becomes the last, undefined = it stays where it is. */
export function placeAfterMove(ids: readonly string[], id: string, toIndex: number): string | null | undefined {
  const from = ids.indexOf(id);
  if (from < 0 || toIndex < 0 || toIndex >= ids.length || toIndex === from) return undefined;
  const others = ids.filter((other) => other !== id);
  return others[toIndex] ?? null;
}
