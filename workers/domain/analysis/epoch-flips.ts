import type { Change, OutcomeString } from "../outcome.ts";
import { changeFrom, outcomeAt } from "../outcome.ts";

/** One epoch of a run: how many items pass, how many flipped against the base (null without one), and how many changed since the epoch before. */
export type EpochCounts = { readonly epoch: number; readonly passes: number; readonly gains: number | null; readonly losses: number | null; readonly changed: number | null };

/** An item that is not the same in every epoch, or not as under the base: its change against the base, epoch by epoch. */
export type EpochItem = { readonly item: number; readonly changes: readonly Change[]; readonly turns: number };

/** How flips come and go over the epochs of one run. */
export type EpochFlips = { readonly counts: readonly EpochCounts[]; readonly items: readonly EpochItem[] };

/** Compares every epoch with the base and with the epoch before; items that turn most often come first. Without a base a pass is no gain. */
export function epochFlips(base: OutcomeString | null, epochs: readonly { readonly epoch: number; readonly outcomes: OutcomeString }[], items: number): EpochFlips {
  const changeOf = (outcomes: OutcomeString, item: number): Change => changeFrom(base === null ? "missing" : outcomeAt(base, item), outcomeAt(outcomes, item));
  const counts = epochs.map(({ epoch, outcomes }, at): EpochCounts => {
    const before = epochs[at - 1]?.outcomes;
    const all = Array.from({ length: items }, (_, item) => changeOf(outcomes, item));
    return {
      epoch,
      passes: all.filter((change) => change === "same-pass" || change === "gain").length,
      gains: base === null ? null : all.filter((change) => change === "gain").length,
      losses: base === null ? null : all.filter((change) => change === "loss").length,
      changed: before === undefined ? null : Array.from({ length: items }, (_, item) => item).filter((item) => outcomeAt(before, item) !== outcomeAt(outcomes, item)).length,
    };
  });
  const moving = Array.from({ length: items }, (_, item): EpochItem => {
    const changes = epochs.map(({ outcomes }) => changeOf(outcomes, item));
    return { item, changes, turns: changes.filter((change, at) => at > 0 && change !== changes[at - 1]).length };
  }).filter(({ changes, turns }) => turns > 0 || changes.some((change) => change === "gain" || change === "loss"));
  return { counts, items: moving.sort((a, b) => b.turns - a.turns || a.item - b.item) };
}

/** "Over 10 epochs 14 of 47 items turned at least once, 5 of them more than once; the last epoch passes 28." */
export function epochSentence({ counts, items }: EpochFlips, total: number): string {
  const last = counts.at(-1);
  if (last === undefined) return "No checkpoint was scored.";
  const turned = items.filter(({ turns }) => turns > 0).length;
  const often = items.filter(({ turns }) => turns > 1).length;
  return `Over ${counts.length} ${counts.length === 1 ? "epoch" : "epochs"} ${turned} of ${total} items turned at least once, ${often} of them more than once; the last epoch passes ${last.passes}.`;
}
