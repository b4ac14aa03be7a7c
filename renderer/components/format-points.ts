import type { Interval } from "../../workers/domain/statistics/estimate.ts";

const minus = "\u2212";

/** `42.6`, with a true minus sign. */
export function formatPoints(points: number, digits = 1): string {
  return points.toFixed(digits).replace("-", minus);
}

/** `+3.6`, `−3.6`, `0.0`: for differences. */
export function formatSigned(points: number, digits = 1): string {
  const text = formatPoints(points, digits);
  return Number(points.toFixed(digits)) > 0 ? `+${text}` : text.replace(/^\u2212(0\.?0*)$/, "$1");
}

/** `−5.8 to −1.4`, or a dash. */
export function formatInterval(interval: Interval, format: (value: number) => string = formatPoints): string {
  return interval.kind === "interval" ? `${format(interval.low)} to ${format(interval.high)}` : "–";
}
