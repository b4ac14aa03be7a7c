import { describe, expect, it } from "vitest";
import { jobInput } from "../../../workers/contract/job-spec.ts";
import { messagesFor, promptItems } from "../../../workers/domain/task/prompt.ts";
import { chooseShots } from "../../../workers/domain/task/shots.ts";
import { item, routerTask } from "./router.ts";

const items = [
  item("t1", "train", "answer/chat"),
  item("t2", "train", "answer/chat"),
  item("t3", "train", "answer/chat"),
  item("t4", "train", "rag/recall"),
  item("t5", "train", "rag/recall"),
  item("q", "test", "rag/recall", "What did {labels} cost? $& {tool}"),
];
const task = routerTask(items);
const question = items.filter((one) => one.split === "test");

describe("asking an item", () => {
  it("names the labels and the message, and leaves braces in the message alone", () => {
    expect(promptItems(task, question, { prompt: null, answers: true })).toEqual([
      {
        item: "q",
        messages: [
          { role: "system", content: "Sort.\ntool: answer, rag\nmode: chat, recall" },
          { role: "user", content: "Message: What did {labels} cost? $& {tool}" },
        ],
        answer: '{"tool":"rag","mode":"recall"}',
      },
    ]);
  });

  it("describes the labels and shows examples as chat turns where the arm is a prompt", () => {
    const [asked] = promptItems(task, question, { prompt: { shots: 2, describe: true }, answers: false });
    expect(asked?.answer).toBeNull();
    expect(asked?.messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
    expect(asked?.messages[0]?.content).toBe("Sort.\ntool: where from\n- answer: itself\n- rag: documents\nmode: what for\n- chat: talk\n- recall: one thing");
    expect(asked?.messages[2]?.content).toBe('{"tool":"answer","mode":"chat"}');
  });

  it("puts a skill's text at the end of the system turn, and nothing else changes", () => {
    const [plain] = promptItems(task, question, { prompt: null, answers: false });
    const [asked] = promptItems(task, question, { prompt: { shots: 0, describe: false }, skill: "# Steps\n1. {labels}", answers: false });
    expect(asked?.messages[0]?.content).toBe(`${plain?.messages[0]?.content}\n\n# Steps\n1. {labels}`);
    expect(asked?.messages.slice(1)).toEqual(plain?.messages.slice(1));
  });

  it("gives lines that a job accepts", () => {
    for (const line of promptItems(task, items, { prompt: { shots: 3, describe: false }, answers: true })) expect(jobInput.parse(line)).toEqual(line);
  });
});

describe("choosing examples", () => {
  it("balances the labels and keeps to the training items", () => {
    expect(chooseShots(task, 4, "q").map((shot) => shot.id)).toEqual(["t1", "t4", "t2", "t5"]);
  });

  it("gives what there is when more are asked for, and never the item itself", () => {
    expect(chooseShots(task, 99, "q")).toHaveLength(5);
    const t1 = items[0];
    expect(t1).toBeDefined();
    if (t1 !== undefined) expect(messagesFor(task, t1, { prompt: { shots: 99, describe: false } }).filter((message) => message.content.includes("text of t1"))).toHaveLength(1);
  });
});
