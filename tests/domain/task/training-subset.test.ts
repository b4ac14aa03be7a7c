import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileMessages } from "../../../workers/domain/task/compile-messages.ts";
import { itemsOf } from "../../../workers/domain/task/task.ts";
import type { Task } from "../../../workers/domain/task/task.ts";
import { withTrainingSubset } from "../../../workers/domain/task/training-subset.ts";
import { item, routerTask } from "./router.ts";

const task = routerTask([
  ...["answer/chat", "answer/chat", "answer/chat", "rag/recall", "rag/recall"].map((gold, index) => item(`t${index + 1}`, "train", gold)),
  item("v", "validation", "rag/recall"),
  item("q", "test", "rag/recall"),
]);
const idsOf = (some: Task) => itemsOf(some, "train").map(({ id }) => id);

describe("a part of the training items", () => {
  it("is part of every larger part, in the task's order, and leaves the other splits alone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), (a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)].map((count) => withTrainingSubset(task, count));
        if (small === undefined || large === undefined) return;
        expect(idsOf(large).filter((id) => idsOf(small).includes(id))).toEqual(idsOf(small));
        expect(idsOf(small)).toEqual(idsOf(task).filter((id) => idsOf(small).includes(id)));
        expect(itemsOf(small, "test")).toEqual(itemsOf(task, "test"));
      }),
    );
  });

  it("is balanced as far as the items allow, and everything where more are asked for", () => {
    expect(idsOf(withTrainingSubset(task, 2))).toEqual(["t1", "t4"]);
    expect(idsOf(withTrainingSubset(task, 4))).toEqual(["t1", "t2", "t4", "t5"]);
    expect(withTrainingSubset(task, 99)).toBe(task);
    expect(withTrainingSubset(task, undefined)).toBe(task);
  });
});

describe("what a writer is shown", () => {
  const settings = { instruction: null, log: null };

  it("is the task and every training item with its answer, byte for byte the same each time, and never a test item", () => {
    const [, user] = compileMessages(task, settings);
    expect(compileMessages(structuredClone(task), settings)).toEqual(compileMessages(task, settings));
    for (const { input } of itemsOf(task, "train")) expect(user?.content).toContain(`Input: ${input}\nAnswer: `);
    for (const split of ["validation", "test"] as const) for (const { input } of itemsOf(task, split)) expect(user?.content).not.toContain(input);
  });

  it("is a log in place of the items, and one's own instruction, where they are given", () => {
    const text = compileMessages(task, { instruction: "Be brief.", log: { path: "l.txt", text: "user: hello" } })[1]?.content ?? "";
    expect(text).toContain("user: hello");
    expect(text.endsWith("Be brief.")).toBe(true);
    expect(text).not.toContain("text of t1");
  });
});
