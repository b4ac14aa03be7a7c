/** A job that can be moved, with its place; a smaller position runs earlier. */
export type Placed = { readonly id: string; readonly position: number };

/** Positions that change so that `jobId` stands before `beforeId` (null = at the end); empty where nothing changes. */
export function movedPositions(pending: readonly Placed[], jobId: string, beforeId: string | null): readonly Placed[] {
  const order = pending.toSorted((left, right) => left.position - right.position);
  const moved = order.find((job) => job.id === jobId);
  if (moved === undefined || jobId === beforeId) return [];
  const rest = order.filter((job) => job.id !== jobId);
  const at = beforeId === null ? rest.length : rest.findIndex((job) => job.id === beforeId);
  if (at === -1) return [];
  const wanted = [...rest.slice(0, at), moved, ...rest.slice(at)];
  const positions = order.map((job) => job.position);
  // The same places are dealt out again, so that jobs outside this list keep theirs.
  return wanted.flatMap((job, index) => {
    const position = positions[index] ?? job.position;
    return position === job.position ? [] : [{ id: job.id, position }];
  });
}
