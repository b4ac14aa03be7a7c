import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { maxExperimentFileBytes, parseExperimentFile } from "../../workers/contract/experiment-file.ts";
import { defaultLora, defaultPrefix, defaultPrefixTrain, defaultPrompt, defaultTrain } from "../../workers/domain/experiment/defaults.ts";
import { formatProblem } from "../../workers/domain/errors.ts";
import { samplePlan } from "../domain/experiment/plans.ts";

const good = `name: a sweep
task: router-47
base: builtin:smollm2-135m
seeds: 1..3
arms:
  - { name: base }
  - { name: lora, lora: { rank: 8 } }
`;

function plan(text: string) {
  const read = parseExperimentFile(text, "e.yaml");
  if (read.kind === "problems") throw new Error(read.problems.map(formatProblem).join("\n"));
  return read;
}

function problems(text: string): readonly string[] {
  const read = parseExperimentFile(text, "e.yaml");
  return read.kind === "problems" ? read.problems.map(formatProblem) : [];
}

describe("a good experiment file", () => {
  it("reads the sample sweep that comes with Flipbook, without a warning", () => {
    const text = readFileSync(new URL("../../assets/experiments/sample.yaml", import.meta.url), "utf8");
    expect(plan(text)).toEqual({ kind: "experiment", experiment: samplePlan, warnings: [] });
  });

  it("fills in the reference recipe", () => {
    const [, lora] = plan(good).experiment.arms;
    expect(lora).toEqual({ name: "lora", substrate: "lora", path: { runtime: "peft", dtype: "bf16" }, prompt: null, trainable: { kind: "lora", lora: { ...defaultLora, rank: 8 } }, train: defaultTrain });
    expect(defaultTrain).toMatchObject({ learningRate: 1e-4, epochs: 10, batch: 1, accumulate: 4 });
    expect(defaultLora).toMatchObject({ rank: 16, alpha: 32, dropout: 0.05, targets: ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"] });
  });

  it("reads every kind of arm, each on its own path", () => {
    const { arms } = plan(`${good}  - { name: text, prompt: }
  - { name: kv, prefix: { layers: { every: 6 }, length: 8 }, path: peft/fp32 }
  - { name: both, lora: , prompt: { shots: 2, describe: false } }
  - { name: both kv, prefix: , prompt: { shots: 2 } }
`).experiment;
    expect(arms.map((arm) => arm.substrate)).toEqual(["none", "lora", "prompt", "prefix", "prompt+lora", "prompt+prefix"]);
    expect(arms[2]?.prompt).toEqual(defaultPrompt);
    expect(arms[3]).toMatchObject({ path: { dtype: "fp32" }, trainable: { prefix: { ...defaultPrefix, layers: { every: 6 }, length: 8 } }, train: defaultPrefixTrain });
    expect(arms[4]).toMatchObject({ prompt: { shots: 2, describe: false }, trainable: { lora: defaultLora } });
  });

  it.each([
    ["1..5", [1, 2, 3, 4, 5]],
    ["[1, 2, 7]", [1, 2, 7]],
    ["1..3, 7", [1, 2, 3, 7]],
    ["[1..3, 7]", [1, 2, 3, 7]],
    ["[0]", [0]],
  ])("reads seeds: %s", (text, seeds) => {
    expect(plan(good.replace("1..3", text)).experiment.seeds).toEqual(seeds);
  });

  it.each([
    ["builtin:smollm2-135m", { kind: "builtin", name: "smollm2-135m" }],
    ["Qwen/Qwen3-0.6B@c1899de", { kind: "hub", id: "Qwen/Qwen3-0.6B", revision: "c1899de" }],
    ["./models/mine", { kind: "folder", path: "./models/mine" }],
    ["/srv/models/mine", { kind: "folder", path: "/srv/models/mine" }],
  ])("reads base: %s", (text, base) => {
    expect(plan(good.replace("builtin:smollm2-135m", text)).experiment.base).toEqual(base);
  });

  it("reads a gate and the scoring settings", () => {
    const { experiment } = plan(`${good}gate: { free_mib: 21864 }\nscore: { margins: true, max_new_tokens: 7 }\n`);
    expect(experiment.gate).toEqual({ freeMib: 21864, forSeconds: 5 });
    expect(experiment.score).toEqual({ decoding: "greedy", batch: 16, repeats: 2, margins: true, maxNewTokens: 7 });
  });

  it("needs no seeds when nothing is trained", () => {
    expect(plan(good.replace("seeds: 1..3\n", "").replace(/.*lora.*\n/, "")).experiment.seeds).toEqual([]);
  });
});

describe("warnings", () => {
  const warnings = (text: string) => plan(text).warnings.map(formatProblem);

  it("warns, and goes on, when nothing says what the skill changed", () => {
    expect(warnings(good.replace("  - { name: base }\n", ""))).toEqual(["e.yaml:5:1 arms: There is no base arm, so nothing says what the skill changed. Add { name: base }."]);
  });

  it("warns when an arm has no base on its own path", () => {
    expect(warnings(good.replace("lora: {", "path: peft/nf4, lora: {"))).toEqual(["e.yaml:7:5 arms[1]: No base arm runs on peft/nf4, so lora has nothing to be compared with. Add a base arm with path: peft/nf4."]);
  });

  it("warns when a bare number may have meant that many seeds", () => {
    expect(warnings(good.replace("1..3", "5"))).toEqual(["e.yaml:4:1 seeds: This is one seed, the one with the number 5. For 5 seeds write 1..5; for this one alone [5]."]);
  });
});

describe("a bad experiment file names the line, the field and the fix", () => {
  it.each<[string, string, string]>([
    ["an unknown key", `${good}gaet: 1\n`, 'e.yaml:8:1 gaet: "gaet" is no known key here. Did you mean gate?'],
    ["an unknown key deep inside", good.replace("rank", "rnk"), 'e.yaml:7:27 arms[1].lora.rnk: "rnk" is no known key here. Did you mean rank?'],
    ["an unknown key like no other", `${good}colour: red\n`, 'e.yaml:8:1 colour: "colour" is no known key here. Known here: name, task, base, paths, seeds, factorial, arms, gate, score.'],
    ["a prototype key", `${good}__proto__: { seeds: 1 }\n`, 'e.yaml:8:1 __proto__: "__proto__" is no known key here. Known here: name, task, base, paths, seeds, factorial, arms, gate, score.'],
    ["0 seeds", good.replace("1..3", "0"), "e.yaml:4:1 seeds: There are 0 seeds. Write for example 1..3, or [0] if you mean the seed with the number 0."],
    ["an empty list of seeds", good.replace("1..3", "[]"), "e.yaml:4:1 seeds: There are 0 seeds. Write for example 1..5, or 1, 2, 7, or 1..3, 7."],
    ["no seeds for an arm that trains", good.replace("seeds: 1..3\n", ""), "e.yaml:1:1 seeds: An arm trains, but there are 0 seeds. Add seeds: 1..3."],
    ["a reversed range", good.replace("1..3", "3..1"), "e.yaml:4:1 seeds: The range 3..1 runs backwards. Write 1..3."],
    ["a huge range", good.replace("1..3", "1..1001"), "e.yaml:4:1 seeds: 1001 seeds are more than the 1000 that one experiment can have. Shorten the range; a finished experiment can be given more seeds later."],
    ["seeds that are no seeds", good.replace("1..3", "{ from: 1 }"), "e.yaml:4:1 seeds: Seeds are numbers. Write for example 1..5, or [1, 2, 7], or 1..3, 7."],
    ["duplicate arm names", good.replace("name: lora", "name: base"), 'e.yaml:7:7 arms[1].name: Two arms are named "base"; the first is arms[0]. Give every arm a name of its own.'],
    ["no arms", good.replace(/arms:[\s\S]*/, "arms: []\n"), "e.yaml:5:1 arms: The list is empty. Add to the list."],
    ["a wrong choice", `${good}paths: { peft: { dtype: bf61 } }\n`, 'e.yaml:8:18 paths.peft.dtype: "bf61" is none of fp32, bf16, nf4. Did you mean bf16?'],
    ["a wrong path", good.replace("lora: {", "path: peft/nf, lora: {"), 'e.yaml:7:19 arms[1].path: "peft/nf" is none of peft/fp32, peft/bf16, peft/nf4. Did you mean peft/nf4?'],
    ["text for a number", good.replace("8", "high"), 'e.yaml:7:27 arms[1].lora.rank: This should be a number, but is "high". Write a number.'],
    ["a quoted number", good.replace("8", '"8"'), 'e.yaml:7:27 arms[1].lora.rank: This should be a number, but is "8". Write 8 without quotes.'],
    ["a fraction for a whole number", good.replace("8", "8.5"), "e.yaml:7:27 arms[1].lora.rank: This should be a whole number, but is 8.5. Write a whole number."],
    ["a number out of range", good.replace("rank: 8", "dropout: 2"), "e.yaml:7:27 arms[1].lora.dropout: This can be 0.9 at most. It is 2 now."],
    ["a rate of nothing", good.replace("rank: 8 }", "rank: 8 }, train: { lr: 0 }"), "e.yaml:7:47 arms[1].train.lr: This must be more than 0. It is 0 now."],
    ["an infinite rate", good.replace("rank: 8 }", "rank: 8 }, train: { lr: .inf }"), "e.yaml:7:47 arms[1].train.lr: This should be a number, but is Infinity. Write a number."],
    ["a number for a name", good.replace("a sweep", "47"), 'e.yaml:1:1 name: This should be text, but is 47. Put it in quotes: "47".'],
    ["a name that turns what follows", good.replace("a sweep", '"a \\u202e sweep"'), 'e.yaml:1:1 name: "a \u202e sweep" cannot be used here. Keep it on one line, without control characters.'],
    ["a missing field", good.replace("name: a sweep\n", ""), "e.yaml:1:1 name: name is missing. Add name."],
    ["an arm that is only a word", good.replace("{ name: base }", "base"), 'e.yaml:6:5 arms[0]: This should be a block of keys, but is "base". Write keys and values: { key: value }.'],
    ["training of nothing", good.replace("{ name: base }", "{ name: base, train: { lr: 1e-4 } }"), "e.yaml:6:19 arms[0].train: This arm has nothing to train. Add lora or prefix to it, or remove train."],
    ["two trained parts", good.replace("lora: {", "prefix: , lora: {"), "e.yaml:7:19 arms[1].prefix: One arm trains LoRA or a prefix, not both. Make two arms of it."],
    ["a prefix from no text", good.replace("lora: { rank: 8 }", "prefix: { init: text }"), "e.yaml:7:29 arms[1].prefix.init: A prefix that starts from text needs the text. Add init_text, or write init: random-tokens."],
    ["wrong layers", good.replace("lora: { rank: 8 }", "prefix: { layers: some }"), "e.yaml:7:29 arms[1].prefix.layers: Layers are all, global, a list of layer numbers from 0, or every so many. Write all, or global, or [0, 6, 12], or { every: 6 }."],
    ["no targets", good.replace("rank: 8", "targets: []"), "e.yaml:7:27 arms[1].lora.targets: Targets are the modules LoRA is put on. Write [q, k, v, o, gate, up, down], or all-linear, or one regular expression."],
    ["a task outside the folder", good.replace("router-47", "../secret"), "e.yaml:2:1 task: ../secret leads out of the experiment file's folder. Put the folder beside the file, or write its full path."],
    ["a task that leaves by a detour", good.replace("router-47", "a/./../../b"), "e.yaml:2:1 task: a/./../../b leads out of the experiment file's folder. Put the folder beside the file, or write its full path."],
    ["a task that leaves with backslashes", good.replace("router-47", "..\\\\b"), "e.yaml:2:1 task: ..\\\\b leads out of the experiment file's folder. Put the folder beside the file, or write its full path."],
    ["a base outside the folder", good.replace("builtin:smollm2-135m", "../model"), "e.yaml:3:1 base: ../model leads out of the experiment file's folder. Put the folder beside the file, or write its full path."],
    ["a home folder", good.replace("router-47", "~/task"), "e.yaml:2:1 task: ~ is not resolved in an experiment file. Write the folder in full, or relative to this file."],
    ["a hub model without a revision", good.replace("builtin:smollm2-135m", "Qwen/Qwen3"), "e.yaml:3:1 base: Qwen/Qwen3 names no revision, so it can change under the experiment. Write Qwen/Qwen3@ and the commit, or ./Qwen/Qwen3 for a folder."],
    ["a .gguf base", good.replace("builtin:smollm2-135m", "./m.gguf"), "e.yaml:3:1 base: A .gguf file cannot be trained or scored through peft. Name the folder of the model it was made from."],
    ["sampling instead of greedy decoding", `${good}score: { decoding: sample }\n`, 'e.yaml:8:10 score.decoding: "sample" is none of greedy. Write one of them.'],
    ["a doubled key", `${good}name: b\n`, "e.yaml:8:1 Map keys must be unique. Keep one of the two."],
    ["a merge key", `${good}<<: { seeds: 1 }\n`, 'e.yaml:8:1 <<: "<<" is no known key here. Known here: name, task, base, paths, seeds, factorial, arms, gate, score.'],
    ["malformed YAML", `${good}score: [1, 2\n`, "e.yaml:9:1 Flow sequence in block collection must be sufficiently indented and end with a ]. Give everything of one list or block the same indentation."],
    ["a tab", "name: a\n\ttask: b\n", "e.yaml:2:1 Tabs are not allowed as indentation. Indent with spaces, not with tabs."],
    ["code in a tag", good.replace("a sweep", "!!js/function 'return 1'"), "e.yaml:1:7 Unresolved tag: tag:yaml.org,2002:js/function. Remove the tag: only plain values are read."],
    ["a second document", `${good}---\nname: b\n`, "e.yaml:8:1 The file holds more than one YAML document. Keep one document: remove the line --- and what follows."],
    ["nothing", "# only a comment\n", "e.yaml:1:1 The file is empty. Write the fields it needs, or start from an example."],
    ["a list", "- name: a\n", "e.yaml:1:1 This should be a block of keys, but is a list. Write keys and values: { key: value }."],
    ["an alias bomb", "a: &a [1, 1]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n", "e.yaml:1:1 The file uses too many aliases. Write the values out."],
    ["bottomless nesting", "[".repeat(50_000), "e.yaml:1:1 The file is nested too deeply. An experiment or task needs only a few levels."],
    ["a large file", good + "#".repeat(maxExperimentFileBytes), `e.yaml The file has ${maxExperimentFileBytes + good.length} bytes; an experiment file has ${maxExperimentFileBytes} at most. Is this the right file?`],
  ])("%s", (_, text, first) => {
    expect(problems(text)[0]).toBe(first);
  });

  it("names every fault at once", () => {
    expect(problems(good.replace("rank: 8", "rnk: 8, dropout: x").replace("1..3", "3..1"))).toHaveLength(3);
  });
});
