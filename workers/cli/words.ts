/** `1 run`, `3 runs`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `lora, seed 3`, or the arm alone where nothing is random. */
export function runName(run: { readonly arm: string; readonly seed: number | null }): string {
  return run.seed === null ? run.arm : `${run.arm} seed ${run.seed}`;
}

/** A length of time as people say it: `42 s`, `3 min 05 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** A score, or a mean of scores, as `31/47 (66.0 %)` or `27.3/47 (58.2 %)`: each number is rounded by itself. */
export function scoreText(pass: number, total: number): string {
  return total === 0 ? "no items" : `${Number(pass.toFixed(1))}/${total} (${((100 * pass) / total).toFixed(1)} %)`;
}

/** Text as one line of a terminal: line ends become blanks, and what could steer the terminal is left out. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/\p{Cc}/gu, "").trim();
}

/** More runs than these are told by their range, so that a row stays a line. */
const mostListed = 12;

/** How many items each run passed, `31 33 30`, or `28 to 35 in 40 runs`. */
export function passesText(passes: readonly number[]): string {
  return passes.length <= mostListed ? passes.join(" ") : `${Math.min(...passes)} to ${Math.max(...passes)} in ${passes.length} runs`;
}
