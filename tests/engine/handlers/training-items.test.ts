import { expect, test } from "vitest";
import { openTestLab, type TestLab } from "../lab-fixture.ts";

// The task of the fixture has 4 training items.
const head = "name: small sweep\ntask: ./task\nbase: ./model\nseeds: 1..2\narms:\n  - { name: base }\n";

const check = (lab: TestLab, arms: string) => lab.handlers.experiment.check({ yaml: `${head}${arms}`, fileName: lab.fileName });

function placesOf(lab: TestLab, arms: string): readonly string[] {
  const read = check(lab, arms);
  return read.kind === "problems" ? read.problems.map(({ line, column, field, message, fix }) => `${line}:${column} ${field}: ${message} ${fix}`) : [];
}

test("more training items than the task has are refused where they are written", () => {
  const lab = openTestLab();
  expect(placesOf(lab, "  - { name: lora, lora: {}, train_items: 5 }\n")).toEqual(["7:29 arms[1].train_items: 5 training items are asked for; the task has 4. Write 4 at most."]);
  expect(check(lab, "  - { name: lora, lora: {}, train_items: 4 }\n")).toMatchObject({ kind: "ok" });
  expect(() => lab.handlers.experiment.create({ yaml: `${head}  - { name: lora, lora: {}, train_items: 5 }\n`, fileName: lab.fileName })).toThrow("5 training items are asked for; the task has 4.");
});

test("each value of a grid is looked at, and named once", () => {
  const lab = openTestLab();
  expect(placesOf(lab, "  - { name: lora, lora: {}, grid: { train_items: [2, 4, 8, 16], rank: [4, 8] } }\n")).toEqual([
    "7:57 arms[1].grid.train_items[2]: 8 training items are asked for; the task has 4. Write 4 at most.",
    "7:60 arms[1].grid.train_items[3]: 16 training items are asked for; the task has 4. Write 4 at most.",
  ]);
});

test("shots are held against the training items that the arm is given", () => {
  const lab = openTestLab();
  expect(placesOf(lab, "  - { name: prompt, prompt: { shots: 5 } }\n")).toEqual(["7:31 arms[1].prompt.shots: 5 shots are asked for; the task has 4 training items. Write 4 at most."]);
  expect(placesOf(lab, "  - { name: few, prompt: { shots: 3 }, train_items: 2 }\n")).toEqual(["7:28 arms[1].prompt.shots: 3 shots are asked for; few is given only 2 of the training items. Write 2 at most."]);
  expect(placesOf(lab, "  - { name: few, prompt: {}, grid: { shots: [0, 1, 3], train_items: [2, 1, 4] } }\n")).toEqual([
    "7:52 arms[1].grid.shots[2]: 3 shots are asked for; few train_items=1 shots=3 is given only 1 of the training items. Write 1 at most.",
  ]);
});

test("shots that nobody wrote are as many as there are, and the file says so", () => {
  const lab = openTestLab();
  expect(check(lab, "  - { name: prompt, prompt: {} }\n  - { name: few, prompt: {}, train_items: 2 }\n")).toMatchObject({
    kind: "ok",
    notices: expect.arrayContaining([
      "The arm prompt is given 8 shots where none are written; it has 4 training items, so it gets those.",
      "The arm few is given 8 shots where none are written; it has 2 training items, so it gets those.",
    ]) as unknown,
  });
});
