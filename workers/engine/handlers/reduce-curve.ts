/** A curve as two lists of equal length. */
export type Curve = { readonly steps: readonly number[]; readonly losses: readonly number[] };

/**
 * At most `most` points of a curve that still look like it: both ends, and of every stretch between them the lowest and
 * the highest point. A rebound or a spike is never lost.
 */
export function reduceCurve(curve: Curve, most: number): Curve {
  const { steps, losses } = curve;
  const last = losses.length - 1;
  if (losses.length <= most) return curve;
  const stretches = Math.floor((most - 2) / 2);
  const kept = new Set([0]);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = 1 + Math.floor((stretch * (last - 1)) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * (last - 1)) / stretches);
    const [low, high] = extremes(losses, from, to);
    kept.add(Math.min(low, high)).add(Math.max(low, high));
  }
  const indices = [...kept.add(last)];
  return { steps: indices.map((index) => steps[index] ?? 0), losses: indices.map((index) => losses[index] ?? 0) };
}

function extremes(losses: readonly number[], from: number, to: number): readonly [number, number] {
  let low = from;
  let high = from;
  for (let index = from + 1; index < to; index++) {
    if ((losses[index] ?? 0) < (losses[low] ?? 0)) low = index;
    if ((losses[index] ?? 0) > (losses[high] ?? 0)) high = index;
  }
  return [low, high];
}
