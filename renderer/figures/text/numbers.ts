import { plainNumber } from "../../../workers/domain/analysis/words.ts";
import type { Estimate, Interval } from "../../../workers/domain/statistics/estimate.ts";

/** A whole number with thousands separated by commas. */
export function whole(number: number): string {
  return plainNumber(Math.round(number), 0).replace(/\B(?=(?:\d{3})+$)/gu, ",");
}

/** Two or more significant digits whatever the size: `0.031`, `3.5e-6`, `1,204`. */
export function significant(number: number): string {
  const size = Math.abs(number);
  if (size === 0) return "0";
  if (size < 0.001) {
    const [digits = "", exponent = ""] = size.toExponential(1).split("e");
    return `${number < 0 ? "−" : ""}${digits}e${exponent.replace("-", "−").replace("+", "")}`;
  }
  if (size < 1) return plainNumber(number, 3);
  return size < 100 ? plainNumber(number, 2) : whole(number);
}

/** An estimate in words: the number, or "undefined (why)". */
export function estimateText(estimate: Estimate, write: (number: number) => string): string {
  return estimate.kind === "value" ? write(estimate.value) : `undefined (${estimate.why})`;
}

/** An interval in words: "−5.8 to −1.4", or "undefined (why)". */
export function intervalText(interval: Interval, write: (number: number) => string): string {
  return interval.kind === "interval" ? `${write(interval.low)} to ${write(interval.high)}` : `undefined (${interval.why})`;
}

/** "1 item", "2 items". */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}
