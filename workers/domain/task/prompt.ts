import type { PromptSettings } from "../experiment/experiment.ts";
import { chooseShots } from "./shots.ts";
import type { Field, Item, Task } from "./task.ts";

/** One chat turn. */
export type ChatMessage = { readonly role: "system" | "user" | "assistant"; readonly content: string };

/** One line of a job's `inputs.jsonl`: the turns that ask an item, and the gold answer where the job needs it. */
export type PromptedItem = { readonly item: string; readonly messages: ChatMessage[]; readonly answer: string | null };

/** How an item is asked: `prompt` null = the plain template of base and trained arms; `skill` stands at the end of the system turn; `answers` adds the gold text. */
export type Asking = { readonly prompt: PromptSettings | null; readonly skill?: string | null; readonly answers: boolean };

/** Asks every given item; an item that is itself a training item never appears among its own examples. */
export function promptItems(task: Task, items: readonly Item[], asking: Asking): readonly PromptedItem[] {
  return items.map((item) => ({
    item: item.id,
    messages: messagesFor(task, item, asking),
    answer: asking.answers ? answerText(task, item) : null,
  }));
}

/** The chat turns for one item: system, examples, the item. */
export function messagesFor(task: Task, item: Item, { prompt, skill = null }: Pick<Asking, "prompt" | "skill">): ChatMessage[] {
  const shots = prompt === null ? [] : chooseShots(task, prompt.shots, item.id);
  const describe = prompt?.describe ?? false;
  return [
    { role: "system", content: [systemText(task, describe), ...(skill === null ? [] : [skill])].join("\n\n") },
    ...shots.flatMap((shot): ChatMessage[] => [
      { role: "user", content: userText(task, shot) },
      { role: "assistant", content: answerText(task, shot) },
    ]),
    { role: "user", content: userText(task, item) },
  ];
}

/** The exact answer text of an item: what training teaches and what the sanitise steps must read back as its gold. */
export function answerText(task: Pick<Task, "template">, item: Item): string {
  return fill(task.template.answer, item.gold);
}

/** The system turn: what the model is told before any item. */
export function systemText(task: Task, describe: boolean): string {
  const template = describe ? task.template.described : task.template.system;
  return fill(template, { labels: labelList(task.fields), descriptions: labelDescriptions(task.fields) }).trim();
}

function userText(task: Task, item: Item): string {
  return fill(task.template.user, { input: item.input });
}

function labelList(fields: readonly Field[]): string {
  return fields.map((field) => `${field.name}: ${field.labels.map((label) => label.name).join(", ")}`).join("\n");
}

function labelDescriptions(fields: readonly Field[]): string {
  return fields
    .map((field) => [`${field.name}: ${field.says}`, ...field.labels.map((label) => `- ${label.name}: ${label.says}`)].join("\n"))
    .join("\n");
}

/** Replaces known `{names}` in one pass, so that braces in a value or around JSON stay as they are. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([\w-]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
