import { describe, expect, it } from "vitest";
import { collectChanges } from "../../renderer/client/change-set.ts";
import { placeDots } from "../../renderer/features/lab/place-dots.ts";
import { labSentence } from "../../renderer/features/lab/lab-sentence.ts";
import { matchesFilter } from "../../renderer/features/lab/matches-filter.ts";
import { lineRange } from "../../renderer/features/new-sweep/line-range.ts";
import { markedParts } from "../../renderer/features/notes/marked-parts.ts";
import { placeAfterMove } from "../../renderer/features/queue/place-after-move.ts";

describe("what the engine says has changed", () => {
  it("is gathered, each experiment once, and the lab's rows follow all but the queue", () => {
    const changes = collectChanges([{ kind: "run", experimentId: "a", runId: "1" }, { kind: "run", experimentId: "a", runId: "2" }, { kind: "queue" }, { kind: "notes", experimentId: "b" }]);
    expect(changes).toEqual({ lab: true, queue: true, experiments: new Set(), runs: new Set(["a"]), notes: new Set(["b"]) });
    expect(collectChanges([{ kind: "queue" }]).lab).toBe(false);
  });
});

describe("moving a job in the queue", () => {
  const ids = ["a", "b", "c"];

  it("names the job that will follow, or none at the end", () => {
    expect(placeAfterMove(ids, "a", 1)).toBe("c");
    expect(placeAfterMove(ids, "a", 2)).toBeNull();
    expect(placeAfterMove(ids, "c", 0)).toBe("a");
  });

  it("leaves a job that cannot go further where it is", () => {
    expect(placeAfterMove(ids, "a", -1)).toBeUndefined();
    expect(placeAfterMove(ids, "c", 3)).toBeUndefined();
    expect(placeAfterMove(ids, "gone", 1)).toBeUndefined();
  });
});

describe("the lab's rows", () => {
  const arms = [
    { name: "base", substrate: "none" as const, passes: [21] },
    { name: "lora", substrate: "lora" as const, passes: [20, 21, 23, 20] },
  ];

  it("draw every run but the base, coloured by the base, none on top of another", () => {
    const dots = placeDots({ items: 47, basePass: 21, arms });
    expect(dots.map((dot) => dot.against)).toEqual(["below", "level", "above", "below"]);
    expect(new Set(dots.map((dot) => `${dot.share} ${dot.lane}`)).size).toBe(4);
  });

  it("draw dots without a verdict where there is no base, and none without items", () => {
    expect(placeDots({ items: 47, basePass: null, arms }).every((dot) => dot.against === "alone")).toBe(true);
    expect(placeDots({ items: 0, basePass: null, arms })).toEqual([]);
  });

  it("are counted by state in words", () => {
    expect(labSentence([{ state: "done" }, { state: "running" }, { state: "done" }])).toBe("3 experiments: 1 running, 2 done.");
    expect(labSentence([{ state: "done" }, { state: "done" }])).toBe("2 experiments, all done.");
    expect(labSentence([{ state: "held" }])).toBe("1 experiment: 1 held.");
  });

  it("are found when every word of the filter is somewhere in them", () => {
    const row = {
      id: "1", name: "Rank 64", state: "unfinished" as const, createdMs: 0, taskName: "router-47", taskHash: "", paths: ["peft/bf16"], tags: ["night"],
      note: "too hot", items: 47, basePass: 21, arms, planned: 5, finished: 4, failed: 1,
    };
    expect(matchesFilter(row, "rank unfin")).toBe(true);
    expect(matchesFilter(row, "hot night")).toBe(true);
    expect(matchesFilter(row, "rank done")).toBe(false);
    expect(matchesFilter(row, " ")).toBe(true);
  });
});

describe("texts", () => {
  it("show where a search matched, also at the very start", () => {
    expect(markedParts("a \uE000hit\uE001 b")).toEqual([{ text: "a ", marked: false }, { text: "hit", marked: true }, { text: " b", marked: false }]);
    expect(markedParts("\uE000hit\uE001")).toEqual([{ text: "hit", marked: true }]);
  });

  it("are selected by line, the last one and one too many included", () => {
    expect(lineRange("ab\ncd\nef", 2)).toEqual({ start: 3, end: 5 });
    expect(lineRange("ab\ncd", 2)).toEqual({ start: 3, end: 5 });
    expect(lineRange("ab", 9)).toEqual({ start: 0, end: 2 });
  });
});
