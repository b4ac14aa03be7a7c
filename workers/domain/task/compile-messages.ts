import type { CompileSettings } from "../experiment/skill-source.ts";
import { answerText, systemText } from "./prompt.ts";
import type { ChatMessage } from "./prompt.ts";
import { itemsOf } from "./task.ts";
import type { Task } from "./task.ts";

/** What a writer is asked to do where the experiment does not say it in its own words. */
export const defaultInstruction = [
  "Write a skill: a short procedure in Markdown that another language model will read before it does this task.",
  "Begin with front matter between two lines of three dashes that has a name and a one-line description.",
  "Then say, step by step, how to decide; name what tells the labels apart, the mistakes to avoid, and the exact form of the answer.",
  "Write general rules, not a list of the examples. Write nothing but the skill.",
].join(" ");

/** What the writer is shown: the task, and the training items (or a log in their place) with their answers. The same task gives the same bytes. */
export function compileMessages(task: Task, { instruction, log }: Pick<CompileSettings, "instruction" | "log">): ChatMessage[] {
  const examples = log === null ? itemsOf(task, "train").map((item) => `Input: ${item.input}\nAnswer: ${answerText(task, item)}`).join("\n\n") : log.text;
  const parts = [`The task: ${task.title}`, `What the model is told:\n${systemText(task, true)}`, `Worked examples:\n\n${examples}`, instruction ?? defaultInstruction];
  return [
    { role: "system", content: "You write skills: procedures that other language models follow." },
    { role: "user", content: parts.join("\n\n") },
  ];
}
