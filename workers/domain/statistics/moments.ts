/** The arithmetic mean; an empty list is a bug and throws. */
export function meanOf(values: ArrayLike<number>): number {
  if (values.length === 0) throw new Error("the mean of nothing was asked for");
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  return sum / values.length;
}

/** The sample variance (n − 1), in two passes; fewer than two values are a bug and throw. */
export function sampleVariance(values: ArrayLike<number>): number {
  if (values.length < 2) throw new Error("a sample variance needs two values");
  const mean = meanOf(values);
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += ((values[index] ?? 0) - mean) ** 2;
  return sum / (values.length - 1);
}

/** The quantile of an ascending list by linear interpolation between order statistics (R's type 7, numpy's default). */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) throw new Error("a quantile of nothing was asked for");
  const position = Math.min(1, Math.max(0, share)) * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (position - below);
}
