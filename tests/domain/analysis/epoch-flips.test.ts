import { describe, expect, it } from "vitest";
import { epochFlips, epochSentence } from "../../../workers/domain/analysis/epoch-flips.ts";

const epochs = [{ epoch: 1, outcomes: "pffp" }, { epoch: 2, outcomes: "ppfe" }, { epoch: 3, outcomes: "pfff" }];

describe("flips over epochs", () => {
  it("counts passes, gains and losses against the base and what changed since the epoch before", () => {
    expect(epochFlips("pffp", epochs, 4).counts).toEqual([
      { epoch: 1, passes: 2, gains: 0, losses: 0, changed: null },
      { epoch: 2, passes: 2, gains: 1, losses: 0, changed: 2 },
      { epoch: 3, passes: 1, gains: 0, losses: 1, changed: 2 },
    ]);
  });

  it("lists the items that turn, the most restless first, and leaves out those that never move", () => {
    expect(epochFlips("pffp", epochs, 4).items).toEqual([
      { item: 1, changes: ["same-fail", "gain", "same-fail"], turns: 2 },
      { item: 3, changes: ["same-pass", "error", "loss"], turns: 2 },
    ]);
    expect(epochFlips("ffff", epochs.slice(0, 1), 4).items.map(({ item, turns }) => [item, turns])).toEqual([[0, 0], [3, 0]]);
  });

  it("calls nothing a gain or a loss without a base", () => {
    const { counts } = epochFlips(null, epochs, 4);
    expect(counts.map(({ gains, losses }) => [gains, losses])).toEqual([[null, null], [null, null], [null, null]]);
    expect(counts.map(({ passes }) => passes)).toEqual([2, 2, 1]);
  });

  it("can be said in a sentence", () => {
    expect(epochSentence(epochFlips("pffp", epochs, 4), 4)).toBe("Over 3 epochs 2 of 4 items turned at least once, 2 of them more than once; the last epoch passes 1.");
    expect(epochSentence(epochFlips(null, [], 4), 4)).toBe("No checkpoint was scored.");
  });
});
