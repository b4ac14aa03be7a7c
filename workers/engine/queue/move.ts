/** A job that can be moved, with its place; a smaller position runs earlier. */
export type Placed = { readonly id: string; readonly position: number };
type Waiting = Placed & { readonly priority: number };

/** Positions that change so that `jobId` stands before `beforeId` (null = at the end); empty where nothing changes. */
export function movedPositions(pending: readonly Waiting[], jobId: string, beforeId: string | null): readonly Placed[] {
  const order = inOrder(pending);
  const moved = order.find((job) => job.id === jobId);
  if (moved === undefined || jobId === beforeId) return [];
  const rest = order.filter((job) => job.id !== jobId);
  const at = beforeId === null ? rest.length : rest.findIndex((job) => job.id === beforeId);
  if (at === -1) return [];
  const wanted = [...rest.slice(0, at), moved, ...rest.slice(at)];
  const positions = order.map((job) => job.position).sort((left, right) => left - right);
  // The same places are dealt out again, so that jobs outside this list keep theirs.
  return wanted.flatMap((job, index) => {
    const position = positions[index] ?? job.position;
    return position === job.position ? [] : [{ id: job.id, position }];
  });
}

/** The priority that a job takes on where it is moved to: that of the job it is put before, or of the last one. */
export function priorityThere<Own extends Waiting>(pending: readonly Own[], jobId: string, beforeId: string | null): Own["priority"] | null {
  const rest = inOrder(pending).filter((job) => job.id !== jobId);
  const neighbour = beforeId === null ? rest.at(-1) : rest.find((job) => job.id === beforeId);
  return neighbour?.priority ?? null;
}

function inOrder<Own extends Waiting>(pending: readonly Own[]): readonly Own[] {
  return pending.toSorted((left, right) => right.priority - left.priority || left.position - right.position);
}
