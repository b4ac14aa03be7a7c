import { describe, expect, it } from "vitest";
import { maxItems } from "../../workers/contract/task-file-items.ts";
import { maxTaskYamlBytes, parseTaskFiles } from "../../workers/contract/task-file.ts";
import { formatProblem } from "../../workers/domain/errors.ts";

const yaml = `name: tiny
version: 1
title: Tiny
fields:
  - name: tool
    says: where from
    labels:
      - { name: answer, says: itself }
      - { name: search, says: the web }
template: { system: "{labels}", described: "{descriptions}", user: "{input}", answer: '{"tool":"{tool}"}' }
sanitise:
  version: 1
  steps:
    - { step: first-json-object }
    - { step: aliases, field: tool, map: { web: search } }
metric: { kind: exact-match, fields: [tool] }
max_new_tokens: 8
`;

const line = (id: string, split: string, input: string, tool = "answer") => JSON.stringify({ id, split, input, gold: { tool } });
const good = [line("a", "train", "Hello."), line("b", "validation", "Is it open?", "search"), line("c", "test", "Why so?")];

const read = (task: string, items: readonly string[]) => parseTaskFiles({ taskYaml: new TextEncoder().encode(task), itemsJsonl: new TextEncoder().encode(items.join("\n")) });

function problems(task: string, items: readonly string[]): readonly string[] {
  const found = read(task, items);
  return found.kind === "problems" ? found.problems.map(formatProblem) : [];
}

describe("a good task", () => {
  it("is read as it stands, with blank lines and Windows line ends in the items", () => {
    const found = read(yaml, [...good.map((text) => `${text}\r`), ""]);
    expect(found).toMatchObject({ kind: "task", task: { name: "tiny", maxNewTokens: 8, metric: { kind: "exact-match", fields: ["tool"] } } });
    if (found.kind === "task") expect(found.task.items).toEqual(good.map((text): unknown => JSON.parse(text)));
  });

  it("may repeat a text inside one split", () => {
    expect(read(yaml, [...good, line("d", "test", "why so")]).kind).toBe("task");
  });
});

describe("a bad task.yaml names the line, the field and the fix", () => {
  it.each<[string, string, string]>([
    ["an unknown key", yaml.replace("title:", "tilte:"), 'task.yaml:3:1 tilte: "tilte" is no known key here. Did you mean title?'],
    ["an unknown step", yaml.replace("first-json-object", "first-json"), 'task.yaml:14:9 sanitise.steps[0].step: "first-json" is none of strip-code-fences, first-json-object, split-line, trim-lower-case, aliases. Write one of them.'],
    ["a step's unknown key", yaml.replace("first-json-object }", "first-json-object, filed: tool }"), 'task.yaml:14:34 sanitise.steps[0].filed: "filed" is no known key here. Did you mean field?'],
    ["a doubled field", yaml.replace("template:", "  - { name: tool, says: x, labels: [{ name: a, says: a }, { name: b, says: b }] }\ntemplate:"), 'task.yaml:10:7 fields[1].name: "tool" is named twice. Keep one of the two.'],
    ["a doubled label", yaml.replace("name: search", "name: answer"), 'task.yaml:9:11 fields[0].labels[1].name: "answer" is named twice. Keep one of the two.'],
    ["one label", yaml.replace("      - { name: search, says: the web }\n", ""), "task.yaml:7:5 fields[0].labels: The list needs at least 2 entries. Add to the list."],
    ["a metric over no field", yaml.replace("fields: [tool]", "fields: [tol]"), 'task.yaml:16:39 metric.fields[0]: "tol" is no field of this task. Did you mean tool?'],
    ["an alias of no field", yaml.replace("field: tool", "field: toool"), 'task.yaml:15:24 sanitise.steps[1].field: "toool" is no field of this task. Did you mean tool?'],
    ["an alias for no label", yaml.replace("web: search", "web: serach"), 'task.yaml:15:44 sanitise.steps[1].map.web: "serach" is no label of tool. Did you mean search?'],
    ["a question without its item", yaml.replace('"{input}"', '"{inptu}"'), "task.yaml:10:62 template.user: The item's text is never asked. Put {input} where it belongs."],
    ["an answer without a field", yaml.replace("{tool}", "{tol}"), "task.yaml:10:79 template.answer: The answer leaves out tool, which the metric compares. Put {tool} where its label belongs."],
    ["steps that cannot read the right answer", yaml.replace("first-json-object", "trim-lower-case"), 'task.yaml sanitise.steps: The steps do not read the right answer of a, "{\\"tool\\":\\"answer\\"}", back as its gold. Make template.answer and sanitise.steps fit each other.'],
    ["a name that is no folder name", yaml.replace("name: tiny", "name: ../tiny"), 'task.yaml:1:1 name: "../tiny" cannot be used here. A task is named in lower-case letters, digits and -.'],
    ["malformed YAML", yaml.replace("version: 1\ntitle", "version: [1\ntitle"), "task.yaml:3:1 Flow sequence in block collection must be sufficiently indented and end with a ]. Give everything of one list or block the same indentation."],
    ["a large file", yaml + "#".repeat(maxTaskYamlBytes), `task.yaml The file has ${maxTaskYamlBytes + yaml.length} bytes; ${maxTaskYamlBytes} are the most that is read. Is this the right file?`],
  ])("%s", (_, text, first) => {
    expect(problems(text, good)[0]).toBe(first);
  });
});

describe("bad items name the line, the field and the fix", () => {
  it.each<[string, readonly string[], string]>([
    ["malformed JSON", [...good, '{"id":"d" "split":"test"}'], 'items.jsonl:4:11 The line is no complete JSON object. Write one item a line: {"id":"…","split":"…","input":"…","gold":{…}}.'],
    ["a line that breaks off", [...good, '{"id":"d",'], 'items.jsonl:4:11 The line is no complete JSON object. Write one item a line: {"id":"…","split":"…","input":"…","gold":{…}}.'],
    ["a line that is no object", [...good, "[1]"], "items.jsonl:4:1 This should be a block of keys, but is a list. Write keys and values: { key: value }."],
    ["an unknown key", [...good, line("d", "test", "x").replace("input", "imput")], 'items.jsonl:4:26 imput: "imput" is no known key here. Did you mean input?'],
    ["an unknown split", [...good, line("d", "tset", "x")], 'items.jsonl:4:11 split: "tset" is none of train, validation, test. Did you mean test?'],
    ["a doubled id", [...good, line("c", "test", "x")], 'items.jsonl:4:1 id: The id "c" is used twice, first in line 3. Give every item an id of its own.'],
    ["an item in two splits", [...good, line("a", "test", "Hello.")], 'items.jsonl:4:1 split: The item "a" is in test and, in line 1, in train. Keep it in one split.'],
    ["the same text in train and test", [...good, line("d", "test", " hello ")], "items.jsonl:4:1 input: d (test) has the same text as a (train) in line 1. Remove one: what is trained on cannot be tested."],
    ["the same text in validation and test, after a twin", [...good, line("d", "validation", "is it open"), line("e", "test", "IS IT OPEN?")], "items.jsonl:5:1 input: e (test) has the same text as b (validation) in line 2. Remove one: what is trained on cannot be tested."],
    ["an unknown label", [...good, line("d", "test", "x", "serach")], 'items.jsonl:4:46 gold.tool: "serach" is no label of tool. Did you mean search?'],
    ["a label that is another word for one", [...good, line("d", "test", "x", "web")], 'items.jsonl:4:46 gold.tool: "web" is no label of tool. Labels: answer, search.'],
    ["a gold without a field", [...good, line("d", "test", "x").replace("tool", "tol")], 'items.jsonl:4:46 gold.tol: "tol" is no field of this task. Did you mean tool?'],
    ["an empty split", good.slice(0, 2), 'items.jsonl split: No item is in test. Add at least one item with "split":"test".'],
    ["an empty text", [...good, line("d", "test", "")], 'items.jsonl:4:26 input: This is empty. Write the text.'],
  ])("%s", (_, items, first) => {
    expect(problems(yaml, items)[0]).toBe(first);
  });

  it("refuses bytes that are not UTF-8", () => {
    const itemsJsonl = Uint8Array.from(Buffer.from([...good, line("d", "test", "für")].join("\n"), "latin1"));
    expect(parseTaskFiles({ taskYaml: new TextEncoder().encode(yaml), itemsJsonl })).toMatchObject({ kind: "problems", problems: [{ file: "items.jsonl", line: 4, message: "The file is not UTF-8." }] });
  });

  it("lists fifty problems and counts the rest", () => {
    const found = problems(yaml, Array.from({ length: 70 }, () => "{"));
    expect(found).toHaveLength(51);
    expect(found.at(-1)).toBe("items.jsonl:51:2 From here on there are 20 more problems. Correct those above first.");
  });

  it("refuses more items than it can hold, and reads that many in reasonable time", () => {
    const many = Array.from({ length: maxItems + 1 }, (_, index) => line(`i${index}`, index % 2 === 0 ? "train" : "test", `question ${index}`));
    expect(problems(yaml, many)).toEqual([`items.jsonl:${maxItems + 1}:1 There are more than ${maxItems} items. Take fewer items.`]);
  });

  it("calls the files what the caller calls them", () => {
    const names = { taskYaml: "my-task/task.yaml", itemsJsonl: "my-task/items.jsonl" };
    expect(parseTaskFiles({ taskYaml: new TextEncoder().encode(yaml), itemsJsonl: new TextEncoder().encode("{"), names })).toMatchObject({ problems: [{ file: "my-task/items.jsonl" }] });
  });
});
