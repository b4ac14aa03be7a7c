import { describe, expect, test } from "vitest";
import { differences } from "../../../../renderer/features/experiment/flips/item/differences.ts";
import { groupRuns, groupsSentence } from "../../../../renderer/features/experiment/flips/item/group-runs.ts";
import { cellWords } from "../../../../renderer/features/experiment/flips/model/cell-words.ts";
import { gridOf } from "../../../../renderer/figures/flip-matrix/grid.ts";
import type { ItemView, MatrixView } from "../../../../workers/contract/views.ts";
import { inventedMatrix } from "../../../figures/invented-source.ts";

const gold = { tool: "rag", mode: "recall" };
const chat = { tool: "answer", mode: "chat" };

function run(arm: string, seed: number | null, parsed: Readonly<Record<string, string>> | null, raw = JSON.stringify(parsed)): ItemView["runs"][number] {
  const pass = parsed !== null && parsed["tool"] === gold.tool && parsed["mode"] === gold.mode;
  return { runId: `${arm}-${seed ?? "x"}`, arm, seed, outcome: pass ? "pass" : "fail", raw, parsed, problem: parsed === null ? "No JSON object in the answer." : null, promptTokens: 1, completionTokens: 1, latencyMs: 1, goldLogProb: null, givenLogProb: null, differingRepeats: [] };
}

const item: ItemView = {
  index: 0, id: "item-0", input: "What did we settle on?", gold,
  runs: [run("base", null, gold), run("lora", 1, chat), run("lora", 2, chat, '{"tool":"answer",  "mode":"chat"}'), run("lora", 3, gold), run("lora", 4, null, "hm")],
};
const matrix: MatrixView = {
  taskHash: "a".repeat(64), labels: ["rag/recall", "answer/chat"], items: [{ index: 0, id: "item-0", input: item.input, gold: 0 }],
  columns: item.runs.map((one) => ({ runId: one.runId, arm: one.arm, substrate: one.arm === "base" ? "none" : "lora", path: "peft/bf16", seed: one.seed, batch: "batch 1", setAside: one.seed === 2 ? "throttled" : null, state: "done", outcomes: one.outcome === "pass" ? "p" : "f", predictions: [one.parsed === null ? -1 : one.outcome === "pass" ? 0 : 1], margins: one.seed === 1 ? [-1.25] : null })),
};

describe("an item", () => {
  const groups = groupRuns(item, matrix);

  test("groups runs by what they said, the base first, and keeps different wordings", () => {
    expect(groups.map((group) => [group.arm, group.seeds, group.change])).toEqual([["base", [], "same-pass"], ["lora", [1, 2], "loss"], ["lora", [3], "same-pass"], ["lora", [4], "loss"]]);
    expect(groups[1]?.raws.map((raw) => raw.seeds)).toEqual([[1], [2]]);
    expect(groups[3]?.fields).toBeNull();
  });

  test("says in words how many seeds said what", () => {
    expect(groupsSentence(groups, "lora")).toBe("2 seeds said answer / chat, 1 said rag / recall, 1 gave no readable answer.");
    expect(groupsSentence(groups, "base")).toBeNull();
  });

  test("keeps what a repeat gave instead of the run's first answer", () => {
    const asked = { ...item, runs: item.runs.map((one) => (one.seed === 2 ? { ...one, differingRepeats: [{ repeat: 3, raw: "chat, I think" }] } : one)) };
    expect(groupRuns(asked, matrix).map((group) => group.repeats)).toEqual([[], [{ text: "chat, I think", repeat: 3, seed: 2 }], [], []]);
  });

  test("marks the fields that are not gold", () => {
    expect(groups[1]?.fields?.map((field) => field.gold)).toEqual([false, false]);
    expect(groups[2]?.fields?.every((field) => field.gold)).toBe(true);
  });
});

describe("a cell in words", () => {
  const grid = gridOf(matrix);

  test("says what changed, from what to what, and what else is known", () => {
    expect(cellWords(matrix, grid, { column: 1, item: 0 })).toEqual({
      title: "lora, seed 1 · item 1", outcome: "▼ loss: the base passes, this run fails",
      lines: ["gold rag/recall", "base rag/recall", "this run answer/chat", "gold margin −1.25 nats"],
    });
    expect(cellWords(matrix, grid, { column: 2, item: 0 }).lines).toContain("set aside: throttled");
    expect(cellWords(matrix, grid, { column: 4, item: 0 }).lines).toContain("this run no readable answer");
  });

  test("every cell of a matrix with errors and gaps has words", () => {
    const invented = inventedMatrix({ errors: true, seeds: 10 });
    const codes = gridOf(invented);
    const said = new Set(invented.columns.flatMap((_, column) => invented.items.map(({ index }) => cellWords(invented, codes, { column, item: index }).outcome)));
    expect([...said].sort()).toEqual(["error: the run could not answer", "fail", "fail, as the base", "fail, but not the base's answer", "missing: never asked", "pass", "pass, as the base", "▲ gain: the base fails, this run passes", "▼ loss: the base passes, this run fails"].sort());
  });
});

describe("differences", () => {
  test("marks the words the other text does not have", () => {
    expect(differences('{"tool":"answer"}', '{"tool":"rag"}')).toEqual([{ text: '{"tool":"', differs: false }, { text: "answer", differs: true }, { text: '"}', differs: false }]);
    expect(differences("one two three", "one three")).toEqual([{ text: "one ", differs: false }, { text: "two", differs: true }, { text: " three", differs: false }]);
    expect(differences("same", "same")).toEqual([{ text: "same", differs: false }]);
  });

  test("together the pieces are the text, and a very long text is not compared", () => {
    const long = "word ".repeat(2000);
    expect(differences(long, "other")).toEqual([{ text: long, differs: false }]);
    const pieces = differences("a b c d e", "x b y d z");
    expect(pieces.map((piece) => piece.text).join("")).toBe("a b c d e");
  });
});
