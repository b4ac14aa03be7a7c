import type { ArmFigures } from "./analysis.ts";
import { countWord, countWordFirst } from "./words.ts";

/** "Five of six coin flips move between answer/chat and rag/recall.": the label pair with most coin flips; null without labels or without a pair. */
export function unstableSentence({ labels, classes }: ArmFigures): string | null {
  const pair = labels?.unstablePairs[0];
  if (labels === null || pair === undefined) return null;
  const name = (label: number): string => labels.labels[label] ?? "no readable answer";
  const between = `between ${name(pair.a)} and ${name(pair.b)}`;
  const all = classes.counts["coin-flip"];
  if (all === 1) return `The one coin flip moves ${between}.`;
  return `${countWordFirst(pair.items.length)} of ${countWord(all)} coin flips ${pair.items.length === 1 ? "moves" : "move"} ${between}.`;
}
