import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likeness, nearDuplicates, quotedTestItems, sameTextKey } from "../../../workers/domain/task/near-duplicates.ts";
import { item, routerTask } from "./router.ts";

describe("near duplicates", () => {
  it("finds a test item that is a training item with another ending", () => {
    const task = routerTask([
      item("a", "train", "rag/recall", "Which paint did we end up using in the hallway?"),
      item("b", "train", "answer/chat", "Good morning!"),
      item("c", "test", "rag/recall", "which paint did we end up using in the kitchen"),
      item("d", "test", "answer/chat", "What a morning"),
    ]);
    expect(nearDuplicates(task)).toEqual([{ train: "a", test: "c", likeness: 0.8 }]);
  });

  it("does not look at case, punctuation or compatibility forms, but at every letter", () => {
    expect(sameTextKey("  Wie GEHT’s, ﬁn?! ")).toBe(sameTextKey("wie geht s fin"));
    expect(sameTextKey("cost of it")).not.toBe(sameTextKey("cost if it"));
    expect(sameTextKey("?!")).not.toBe(sameTextKey("!?"));
  });

  it("finds test items that a text quotes word for word, and not those that only share words with it", () => {
    const task = routerTask([
      item("a", "train", "rag/recall", "Which paint did we use?"),
      item("b", "test", "rag/recall", "Where is the boiler's manual?"),
      item("c", "test", "answer/chat", "Good morning!"),
      item("d", "test", "answer/chat", "Is the boiler's manual here?"),
    ]);
    const quoted = (text: string) => quotedTestItems(task, text).map(({ id }) => id);
    expect(quoted("For example “WHERE is the boiler’s manual”: look into the documents. Good morning! Which paint did we use?")).toEqual(["b"]);
    expect(quoted("Where is the boiler's manually written note? Is the boiler's manual hereabouts?")).toEqual([]);
  });

  it("is symmetric, between 0 and 1, and 1 for the same text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const alike = likeness(left, right);
        expect(alike).toBe(likeness(right, left));
        expect(alike).toBeGreaterThanOrEqual(0);
        expect(alike).toBeLessThanOrEqual(1);
        expect(likeness(left, left)).toBe(1);
      }),
    );
  });
});
