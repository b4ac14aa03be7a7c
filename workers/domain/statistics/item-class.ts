import type { Cells } from "./cells.ts";

/**
 * What the seeds do to an item. `undecided`: it differs (from the base or between seeds) but a gain, a break and a coin flip
 * cannot be told apart, for want of a base or of a second seed. `unjudged`: no outcome to judge by.
 */
export type ItemClass = "always-pass" | "always-fail" | "reliable-gain" | "reliable-break" | "coin-flip" | "undecided" | "unjudged";

/** What is known of one item: the base's outcome (null = none there), and how many runs answered and passed. */
export type ItemTally = { readonly base: boolean | null; readonly answered: number; readonly passed: number };

/** The class of one item; `withBase` says whether a base takes part at all, `reliableShare` is r. */
export function classOf(tally: ItemTally, rule: { readonly withBase: boolean; readonly reliableShare: number }): ItemClass {
  const { base, answered, passed } = tally;
  if (answered === 0 || (rule.withBase && base === null)) return "unjudged";
  if (passed === answered && base !== false) return "always-pass";
  if (passed === 0 && base !== true) return "always-fail";
  if (base === null || answered < 2) return "undecided";
  const turned = base ? answered - passed : passed;
  // 8 of 10 must reach r = 0.8 whatever the last bit of the division.
  if (turned / answered >= rule.reliableShare - 1e-12) return base ? "reliable-break" : "reliable-gain";
  return "coin-flip";
}

/** The tally of every item; `base` is a one-row grid, or null without a base. */
export function talliesOf(runs: Cells, base: Cells | null): ItemTally[] {
  return Array.from({ length: runs.items }, (_, item) => {
    let answered = 0;
    let passed = 0;
    for (let row = 0; row < runs.rows; row++) {
      const cell = row * runs.items + item;
      if (runs.present[cell] !== 1) continue;
      answered++;
      passed += runs.values[cell] ?? 0;
    }
    const basePasses = base === null || base.present[item] !== 1 ? null : base.values[item] === 1;
    return { base: basePasses, answered, passed };
  });
}

/** Items that would look unanimous on one given side if each were a fair coin: N · 2^−K. */
export function expectedFalseUnanimous(items: number, seeds: number): number {
  return items * 2 ** -seeds;
}
