import { describe, expect, it } from "vitest";
import { parseExperimentFile } from "../../workers/contract/experiment-file.ts";
import { formatProblem } from "../../workers/domain/errors.ts";
import type { Arm, ExperimentPlan } from "../../workers/domain/experiment/experiment.ts";
import { planRuns } from "../../workers/domain/experiment/plan-runs.ts";

const head = "name: e\ntask: router-47\nbase: builtin:smollm2-135m\nseeds: 1..3\n";

function planOf(text: string): ExperimentPlan {
  const read = parseExperimentFile(head + text, "e.yaml");
  if (read.kind === "problems") throw new Error(read.problems.map(formatProblem).join("\n"));
  return read.experiment;
}

function problemsOf(text: string): string[] {
  const read = parseExperimentFile(text.startsWith("name:") ? text : head + text, "e.yaml");
  return read.kind === "problems" ? read.problems.map(formatProblem) : [];
}

const brief = (arm: Arm) => [arm.name, arm.substrate];

describe("a factorial", () => {
  it("is one line: none, text, weights, both", () => {
    const { arms } = planOf("factorial: [prompt, prefix]\n");
    expect(arms.map(brief)).toEqual([["base", "none"], ["prompt", "prompt"], ["prefix", "prefix"], ["prompt+prefix", "prompt+prefix"]]);
    expect(arms[3]?.both).toBe("trained-together");
    expect(arms[3]?.trainable).toEqual(arms[2]?.trainable);
    expect(arms[3]?.prompt).toEqual(arms[1]?.prompt);
  });

  it("keeps the arms that are listed and takes the settings of the missing ones from them", () => {
    const { arms } = planOf(`factorial: { factors: [lora, prompt], both: combined-at-scoring }
arms:
  - { name: plain }
  - { name: text, prompt: { shots: 2 } }
  - { name: weights, lora: { rank: 4 }, train: { epochs: 2 }, seeds: [7, 8] }
`);
    expect(arms.map(brief)).toEqual([["plain", "none"], ["text", "prompt"], ["weights", "lora"], ["prompt+lora", "prompt+lora"]]);
    expect(arms[3]).toMatchObject({ both: "combined-at-scoring", prompt: { shots: 2 }, trainable: { lora: { rank: 4 } }, train: { epochs: 2 }, seeds: [7, 8] });
  });

  it("says what a factorial is where it is none", () => {
    expect(problemsOf("factorial: [lora, prefix]\n")).toEqual(["e.yaml:5:1 factorial: A factorial is a prompt and one kind of weights, alone and together. Write [prompt, lora], or [prompt, prefix], or { factors: [prompt, lora], both: combined-at-scoring }."]);
    expect(problemsOf("")).toEqual(["e.yaml:1:1 arms: arms is missing. Add arms, or factorial: [prompt, lora]."]);
  });
});

describe("a grid", () => {
  it("makes an arm of every combination, each with its place in the grid", () => {
    const { arms } = planOf("arms:\n  - { name: base }\n  - { name: lora, lora: {}, grid: { rank: [4, 16], train_items: [6, 24] } }\n");
    expect(arms.map((arm) => arm.name)).toEqual(["base", "lora train_items=6 rank=4", "lora train_items=6 rank=16", "lora train_items=24 rank=4", "lora train_items=24 rank=16"]);
    expect(arms[2]).toMatchObject({ trainItems: 6, trainable: { lora: { rank: 16, alpha: 32 } }, cell: { family: "lora", values: { train_items: 6, rank: 16 } } });
    expect(arms[0]?.cell).toBeUndefined();
  });

  it("varies epochs, rate, prefix length, shots and the base model", () => {
    const { arms } = planOf(`arms:
  - { name: base, grid: { base: ["builtin:smollm2-135m", "builtin:smollm2-135m-tiny"] } }
  - { name: prompt, prompt: {}, grid: { shots: [0, 8] } }
  - { name: prefix, prefix: {}, grid: { length: [32, 64], lr: [1e-3, 5e-3], epochs: [1] } }
`);
    expect(arms).toHaveLength(8);
    expect(arms[1]?.base).toEqual({ kind: "builtin", name: "smollm2-135m-tiny" });
    expect(arms[2]?.prompt).toEqual({ shots: 0, describe: true });
    expect(arms[7]).toMatchObject({ name: "prefix epochs=1 lr=0.005 length=64", trainable: { prefix: { length: 64 } }, train: { learningRate: 5e-3, epochs: 1 } });
  });

  it("seeds first weights and order apart, so that the seeds of the file move the other one only", () => {
    const { arms, seeds } = planOf("arms:\n  - { name: lora, lora: {}, grid: { seed_init: [1, 2] } }\n");
    expect(arms.map((arm) => arm.fixedSeeds)).toEqual([{ init: 1 }, { init: 2 }]);
    expect(planRuns({ arms, seeds }).map((run) => [run.arm.fixedSeeds?.init, run.seed])).toEqual([[1, 1], [2, 1], [1, 2], [2, 2], [1, 3], [2, 3]]);
  });

  it("makes one run of each cell where both seeds are its own, and refuses seeds that would draw nothing", () => {
    const { arms, seeds } = planOf("arms:\n  - { name: lora, lora: {}, grid: { seed_init: [1, 2], seed_order: [5, 6] } }\n");
    expect(planRuns({ arms, seeds }).map((run) => [run.arm.fixedSeeds, run.seed])).toEqual([[{ init: 1, order: 5 }, null], [{ init: 1, order: 6 }, null], [{ init: 2, order: 5 }, null], [{ init: 2, order: 6 }, null]]);
    expect(problemsOf("name: e\ntask: router-47\nbase: builtin:smollm2-135m\narms:\n  - { name: l, lora: {}, train: { seed_init: 1, seed_order: 2 } }\n")).toEqual([]);
    expect(problemsOf("arms:\n  - { name: l, lora: {}, train: { seed_order: 2 }, grid: { seed_init: [1, 2] }, seeds: 1..3 }\n")).toEqual(["e.yaml:6:81 arms[0].seeds: Nothing in this arm is drawn by a seed. Remove seeds from it."]);
  });

  it("refuses what the arm does not have, a value twice, and more arms than an experiment can hold", () => {
    expect(problemsOf("arms:\n  - { name: base, grid: { rank: [4, 8] } }\n")).toEqual(["e.yaml:6:27 arms[0].grid.rank: This arm has no lora, so rank cannot be varied. Add lora to the arm, or remove rank from its grid."]);
    expect(problemsOf("arms:\n  - { name: l, lora: {}, grid: { lr: [1, 1] } }\n")).toEqual(["e.yaml:6:34 arms[0].grid.lr: A value is named twice. Name every value once."]);
    expect(problemsOf("arms:\n  - { name: b, grid: { base: [nothing] } }\n")[0]).toContain('"nothing" is no base model.');
    const many = `[${Array.from({ length: 11 }, (_, index) => index + 1).join(", ")}]`;
    expect(problemsOf(`arms:\n  - { name: l, lora: {}, grid: { rank: ${many}, epochs: ${many} } }\n`)).toEqual(["e.yaml:5:1 arms: The file stands for 121 arms; an experiment has 100 at most. Vary fewer settings at once."]);
  });
});

describe("a prompt's text", () => {
  it("is written by the built-in model unless another writer is named, one text a seed", () => {
    const { arms, seeds } = planOf("arms:\n  - { name: base }\n  - { name: compiled, prompt: { compile: {} }, seeds: 1..5 }\n");
    expect(arms[1]?.prompt).toEqual({ shots: 0, describe: false, skill: { kind: "compile", compile: { writer: { kind: "local", model: null }, instruction: null, log: null, temperature: 0.8, maxTokens: 800 } } });
    expect(planRuns({ arms, seeds }).map((run) => [run.arm.name, run.seed, run.jobs.join("→")])).toEqual([["base", null, "score"], ...[1, 2, 3, 4, 5].map((seed) => ["compiled", seed, "compile→score"])]);
  });

  it("names an endpoint, its prices and where its key is found", () => {
    const { arms } = planOf('arms:\n  - { name: c, prompt: { compile: { writer: { url: "https://api.example.org/v1/", model: m, key_env: MY_KEY, price_in: 0.15, price_out: 0.6 } } } }\n');
    expect(arms[0]?.prompt?.skill).toMatchObject({ compile: { writer: { kind: "endpoint", url: "https://api.example.org/v1", model: "m", keyEnv: "MY_KEY", priceIn: 0.15, priceOut: 0.6, seeded: true } } });
  });

  it.each([
    ["a key", '{ url: "https://a.b/v1", model: m, key: sk-123 }', "A key does not belong into the file, which is kept in the lab. Put it into an environment variable and write its name: key_env: VARIABLE."],
    ["a key as the variable's name", '{ url: "https://a.b/v1", model: m, key_env: sk-123 }', "key_env is the name of an environment variable, not a key. Write for example key_env: OPENAI_API_KEY."],
    ["a password", '{ url: "https://me:secret@a.b/v1", model: m }', "The address holds a name or password, and the file is kept in the lab. Write for example https://api.example.org/v1."],
    ["a query", '{ url: "https://a.b/v1?api-key=1", model: m }', "The address holds a query, where keys are easily left. Write for example https://api.example.org/v1."],
    ["another protocol", '{ url: "file:///etc", model: m }', "The address of an endpoint begins with http:// or https://. Write for example https://api.example.org/v1."],
  ])("refuses %s in the writer", (_what, writer, says) => {
    expect(problemsOf(`arms:\n  - { name: c, prompt: { compile: { writer: ${writer} } } }\n`)).toEqual([`e.yaml:6:37 arms[0].prompt.compile.writer: ${says}`]);
  });

  it("is from a file or from a writer, and needs seeds for the latter", () => {
    expect(planOf("arms:\n  - { name: s, prompt: { skill: ./skills/mine } }\n").arms[0]?.prompt).toEqual({ shots: 0, describe: false, skill: { kind: "file", path: "./skills/mine" } });
    expect(problemsOf("arms:\n  - { name: s, prompt: { skill: a.md, compile: {} } }\n")[0]).toContain("A skill is read from a file or written by a model, not both.");
    expect(problemsOf("name: e\ntask: router-47\nbase: builtin:smollm2-135m\narms:\n  - { name: s, prompt: { compile: {} } }\n")).toEqual(["e.yaml:1:1 seeds: A skill is to be written, but there are 0 seeds; each seed is one text. Add seeds: 1..5."]);
  });
});

it("scores checkpoints only where an arm keeps them", () => {
  expect(planOf("arms:\n  - { name: l, lora: {}, train: { checkpoints: every-epoch } }\nscore: { checkpoints: true }\n").score.checkpoints).toBe(true);
  expect(problemsOf("arms:\n  - { name: l, lora: {} }\nscore: { checkpoints: true }\n")).toEqual(["e.yaml:7:10 score.checkpoints: No arm keeps its checkpoints, so there are none to score. Add checkpoints: every-epoch to the train settings of an arm."]);
});
