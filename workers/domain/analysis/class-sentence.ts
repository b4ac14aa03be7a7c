import type { ArmFigures } from "./analysis.ts";
import { expectedCount } from "./words.ts";

/** "13 always pass, 21 always fail, 13 depend on the seed: 3 reliable gains, 4 reliable breaks, 6 coin flips; a fair coin would look unanimous in 0.05 of 47 items at K = 10." */
export function classSentence(figures: Pick<ArmFigures, "classes">): string {
  const { counts, seeds, byItem, expectedFalseUnanimous } = figures.classes;
  if (byItem.length === 0) return "There are no items to class.";
  if (seeds === 0) return "No run has a score: the items cannot be classed yet.";
  const parts = [
    counted(counts["always-pass"], "always passes", "always pass"),
    counted(counts["always-fail"], "always fails", "always fail"),
    sensitivePart(figures),
    ...(counts.unjudged > 0 ? [counted(counts.unjudged, "has no outcome to judge by", "have no outcome to judge by")] : []),
  ];
  const coin = expectedFalseUnanimous.kind === "value" ? expectedCount(expectedFalseUnanimous.value) : expectedFalseUnanimous.why;
  return `${parts.join(", ")}; a fair coin would look unanimous in ${coin} of ${byItem.length} ${byItem.length === 1 ? "item" : "items"} at K = ${seeds}.`;
}

function sensitivePart({ classes }: Pick<ArmFigures, "classes">): string {
  const { counts, seedSensitive, seeds, withBase } = classes;
  if (seeds === 1 && withBase) return `${counted(counts.undecided, "differs", "differ")} from the base under the one run there is`;
  if (!withBase) return `${counted(seedSensitive, "depends", "depend")} on the seed (without a base there are no gains or breaks)`;
  const kinds = [
    counted(counts["reliable-gain"], "reliable gain", "reliable gains"),
    counted(counts["reliable-break"], "reliable break", "reliable breaks"),
    counted(counts["coin-flip"], "coin flip", "coin flips"),
    ...(counts.undecided > 0 ? [`${counts.undecided} undecided`] : []),
  ];
  const depend = `${counted(seedSensitive, "depends", "depend")} on the seed`;
  return seedSensitive === 0 ? depend : `${depend}: ${kinds.join(", ")}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
