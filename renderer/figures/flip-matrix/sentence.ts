import type { ItemClass } from "../../../workers/domain/statistics/item-class.ts";
import { expectedFalseUnanimous } from "../../../workers/domain/statistics/item-class.ts";
import { counted, decimal } from "../text/numbers.ts";
import type { ItemClasses } from "./classes.ts";

/** The classes in one plain sentence, with what chance alone would give. */
export function classesSentence({ classes, counts }: { readonly classes: ItemClasses; readonly counts: Readonly<Record<ItemClass, number>> }): string {
  const items = classes.byItem.length;
  if (classes.seeds === 0) return "Only the base has a score, so no item can be said to flip.";
  const moving = counts["reliable-gain"] + counts["reliable-break"] + counts["coin-flip"] + counts.undecided;
  const parts = [`${counts["always-pass"]} always pass`, `${counts["always-fail"]} always fail`, movingText(counts, moving, classes)];
  if (counts.unjudged > 0) parts.push(`${counts.unjudged} cannot be judged for want of outcomes`);
  return `${parts.join(", ")}; ${coinText(items, classes.seeds)}.`;
}

function movingText(counts: Readonly<Record<ItemClass, number>>, moving: number, classes: ItemClasses): string {
  if (counts.undecided === moving && moving > 0) {
    const why = classes.seeds < 2 ? "one seed cannot tell a reliable flip from a coin flip" : "without a base no flip has a direction";
    return `${moving} ${classes.seeds < 2 ? "differ from the base" : moving === 1 ? "depends on the seed" : "depend on the seed"} (${why})`;
  }
  const kinds = [
    counted(counts["reliable-gain"], "reliable gain"),
    counted(counts["reliable-break"], "reliable break"),
    counted(counts["coin-flip"], "coin flip"),
    ...(counts.undecided > 0 ? [`${counts.undecided} undecided`] : []),
  ];
  return `${moving} ${moving === 1 ? "depends" : "depend"} on the seed: ${kinds.join(", ")}`;
}

function coinText(items: number, seeds: number): string {
  const expected = expectedFalseUnanimous(items, seeds);
  const written = expected >= 10 ? decimal(expected, 0) : expected >= 0.01 ? decimal(expected, 2) : "less than 0.01";
  return `a fair coin would look unanimous in ${written} of ${counted(items, "item")} at K = ${seeds}`;
}
