import type { Interval } from "../statistics/estimate.ts";

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A count in words up to twelve, in digits above. */
export function countWord(count: number): string {
  return small[count] ?? String(count);
}

/** The same with a capital, for the start of a sentence. */
export function countWordFirst(count: number): string {
  const word = countWord(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A number with a fixed count of decimals and the true minus sign; never "−0.0". */
export function plainNumber(number: number, decimals = 1): string {
  const digits = Math.abs(number).toFixed(decimals);
  return number < 0 && Number(digits) !== 0 ? `−${digits}` : digits;
}

/** The same with a plus sign above zero. */
export function signedNumber(number: number, decimals = 1): string {
  const text = plainNumber(number, decimals);
  return number > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** "−5.8 to −1.4", or the reason why there is none. */
export function intervalWords(bounds: Interval, decimals = 1): string {
  return bounds.kind === "interval" ? `${plainNumber(bounds.low, decimals)} to ${plainNumber(bounds.high, decimals)}` : bounds.why;
}

/** A p-value as it is printed: "p = 0.031", "p < 0.001". */
export function probabilityWords(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** A small expected count: two decimals below one, one below ten, none above; "under 0.01" for less. */
export function expectedCount(count: number): string {
  if (count < 0.005) return "under 0.01";
  return count.toFixed(count < 1 ? 2 : count < 10 ? 1 : 0);
}

/** "a", "a and b", "a, b and c". */
export function listWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
