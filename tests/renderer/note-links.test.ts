import { expect, test } from "vitest";
import { addressOf, linkNames, notePieces, targetOf } from "../../renderer/components/notes/note-links.ts";

test("a note's text leads to the items and seeds that it names", () => {
  expect(notePieces("See item 31 and Seed 4.").map(({ text, to }) => [text, to === null ? null : addressOf(to)])).toEqual([["See ", null], ["item 31", "#item-31"], [" and ", null], ["Seed 4", "#seed-4"], [".", null]]);
  expect(notePieces("seeds 3..5, items of 3, reseed 4").map(({ to }) => to)).toEqual([{ kind: "seed", number: 3 }, null]);
  expect(notePieces("")).toEqual([]);
});

test("addresses inside a note are read back, all others are not ours", () => {
  expect(targetOf(addressOf({ kind: "seed", number: 12 }))).toEqual({ kind: "seed", number: 12 });
  for (const other of ["https://example.org/#item-3", "#item-", "#run-3", "item-3"]) expect(targetOf(other)).toBeNull();
});

test("code and links stay as they are written", () => {
  const text = (value: string) => ({ type: "text", value });
  const tree = { type: "root", children: [{ type: "paragraph", children: [text("item 2 "), { type: "inlineCode", value: "item 3" }, { type: "link", children: [text("item 4")] }] }] };
  linkNames(tree);
  expect(JSON.stringify(tree)).toBe(JSON.stringify({ type: "root", children: [{ type: "paragraph", children: [
    { type: "link", url: "#item-2", children: [text("item 2")] }, text(" "), { type: "inlineCode", value: "item 3" }, { type: "link", children: [text("item 4")] },
  ] }] }));
});
