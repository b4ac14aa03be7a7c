import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExperimentFile } from "../../workers/contract/experiment-file-format.ts";
import { parseExperimentFile } from "../../workers/contract/experiment-file.ts";
import { trainJobSpec } from "../../workers/contract/job-spec.ts";
import { sevenTargets } from "../../workers/domain/experiment/defaults.ts";
import { drawsBySeed, substrateOf } from "../../workers/domain/experiment/experiment.ts";
import type { Arm, BaseRef, ExperimentPlan, LoraSettings, PrefixSettings, PromptSettings, RunPath, ScoreSettings, TaskRef, Trainable, TrainSettings } from "../../workers/domain/experiment/experiment.ts";
import type { SkillSource, Writer } from "../../workers/domain/experiment/skill-source.ts";
import { samplePlan } from "../domain/experiment/plans.ts";

const line = fc.oneof(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), fc.stringMatching(/^[-#:[\]{}&*!|>'"%@`, a0.1~]{1,20}$/))
  .map((text) => text.trim()).filter((text) => text !== "" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text));
const count = (most: number) => fc.integer({ min: 1, max: most });
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));

const word = fc.stringMatching(/^[a-z][a-z0-9 :#-]{0,20}[a-z]$/);
const writer: fc.Arbitrary<Writer> = fc.oneof(
  fc.option(fc.constant("./model.gguf")).map((model): Writer => ({ kind: "local", model })),
  fc.record({ kind: fc.constant("endpoint" as const), url: fc.webUrl({ validSchemes: ["http", "https"] }).map((url) => url.replace(/\/+$/, "")), model: word, keyEnv: fc.option(fc.constant("MY_KEY")), priceIn: fc.option(real(0, 99)), priceOut: fc.option(real(0, 99)), seeded: fc.boolean() }),
);
const skill: fc.Arbitrary<SkillSource> = fc.oneof(
  fc.constant<SkillSource>({ kind: "file", path: "./skills/SKILL.md" }),
  fc.record({ writer, instruction: fc.option(word), log: fc.option(fc.constant({ path: "log.txt", text: "" })), temperature: real(0, 5), maxTokens: count(9000) }).map((compile): SkillSource => ({ kind: "compile", compile })),
);
const prompt: fc.Arbitrary<PromptSettings> = fc.record({ shots: fc.integer({ min: 0, max: 256 }), describe: fc.boolean(), skill }, { requiredKeys: ["shots", "describe"] });
const moduleNames = fc.array(fc.oneof(fc.constantFrom(...sevenTargets), fc.stringMatching(/^[a-z_.*]{3,12}$/)), { minLength: 1, maxLength: 8 });
const lora: fc.Arbitrary<LoraSettings> = fc.record({
  rank: count(256), alpha: real(0.001, 512), dropout: real(0, 0.9),
  targets: fc.oneof(moduleNames, fc.constant("all-linear"), fc.constant(".*\\.(q|v)_proj")),
  rslora: fc.boolean(), dora: fc.boolean(),
  rankPattern: fc.dictionary(fc.stringMatching(/^[a-z.^$\d]{1,10}$/), count(64), { maxKeys: 3 }),
  alphaPattern: fc.dictionary(fc.stringMatching(/^[a-z.^$\d]{1,10}$/), real(0.1, 64), { maxKeys: 3 }),
});
const prefix: fc.Arbitrary<PrefixSettings> = fc.record({
  length: count(512),
  layers: fc.oneof(fc.constantFrom("all" as const, "global" as const), count(12).map((every) => ({ every })), fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 })),
  init: fc.constantFrom("random-tokens" as const, "text" as const),
  initText: fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }).filter((text) => text.trim() !== "" && !/[\p{Cc}]/u.test(text.replaceAll("\n", ""))),
});
const train: fc.Arbitrary<TrainSettings> = fc.record({
  learningRate: real(1e-9, 1), epochs: count(100), batch: count(64), accumulate: count(64), maxSteps: fc.option(count(10_000)),
  weightDecay: real(0, 1), earlyStop: fc.option(fc.record({ patience: count(10) })), checkpoints: fc.constantFrom("last" as const, "every-epoch" as const),
});
const trainable: fc.Arbitrary<Trainable> = fc.oneof(lora.map((settings): Trainable => ({ kind: "lora", lora: settings })), prefix.map((settings): Trainable => ({ kind: "prefix", prefix: settings })));
const path: fc.Arbitrary<RunPath> = fc.constantFrom("fp32" as const, "bf16" as const, "nf4" as const).map((dtype) => ({ runtime: "peft", dtype }));
const folder = fc.stringMatching(/^(\.\/|\/)[a-zA-Z0-9 _.-]{0,10}[a-z]$/);
const task: fc.Arbitrary<TaskRef> = fc.oneof(fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/).map((name): TaskRef => ({ kind: "builtin", name })), folder.map((where): TaskRef => ({ kind: "folder", path: where })));
const base: fc.Arbitrary<BaseRef> = fc.oneof(
  fc.constant<BaseRef>({ kind: "builtin", name: "smollm2-135m" }),
  fc.stringMatching(/^[0-9a-f]{7,40}$/).map((revision): BaseRef => ({ kind: "hub", id: "Qwen/Qwen3-0.6B", revision })),
  folder.map((where): BaseRef => ({ kind: "folder", path: where })),
);
const own = fc.record(
  { base, trainItems: count(99), both: fc.constant("combined-at-scoring" as const), seeds: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 }), fixedSeeds: fc.oneof(fc.record({ init: count(9) }), fc.record({ order: count(9) }), fc.record({ init: count(9), order: count(9) })) },
  { requiredKeys: [] },
);
/** Only what the rules let an arm have. */
const arm: fc.Arbitrary<Arm> = fc.record({ name: line, path, prompt: fc.option(prompt), trained: fc.option(fc.tuple(trainable, train)), own }).map(({ name, path: where, prompt: text, trained, own: more }) => {
  const [what, how] = trained ?? [null, null];
  const plain: Arm = { name, substrate: substrateOf(text, what), path: where, prompt: text, trainable: what, train: how };
  const fixed = more.fixedSeeds === undefined || what === null ? {} : { fixedSeeds: more.fixedSeeds };
  return {
    ...plain,
    ...(more.base === undefined ? {} : { base: more.base }),
    ...(more.trainItems === undefined || plain.substrate === "none" ? {} : { trainItems: more.trainItems }),
    ...(text === null || what === null ? {} : { both: more.both ?? "trained-together" }),
    ...(more.seeds === undefined || !drawsBySeed({ ...plain, ...fixed }) ? {} : { seeds: more.seeds }),
    ...fixed,
  };
});
const score: fc.Arbitrary<ScoreSettings> = fc.record({ decoding: fc.constant("greedy" as const), batch: count(64), repeats: count(9), margins: fc.boolean(), maxNewTokens: fc.option(count(512)) });
const plan: fc.Arbitrary<ExperimentPlan> = fc.record({
  name: line, task, base,
  seeds: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 20 }),
  arms: fc.uniqueArray(arm, { minLength: 1, maxLength: 5, selector: (one) => one.name }),
  gate: fc.option(fc.record({ freeMib: count(100_000), forSeconds: real(0, 600) })),
  score,
});

describe("writing an experiment file", () => {
  it("writes what the reader reads back as the same plan, for any plan", () => {
    fc.assert(
      fc.property(plan, (experiment) => {
        const text = formatExperimentFile(experiment);
        const read = parseExperimentFile(text, "e.yaml");
        expect(read, text).toMatchObject({ kind: "experiment" });
        if (read.kind === "experiment") expect(read.experiment, text).toEqual(experiment);
      }),
    );
  });

  it("writes the sample sweep as a person would", () => {
    expect(formatExperimentFile(samplePlan)).toBe(`name: first sweep
task: router-47
base: builtin:smollm2-135m
paths: { peft: { dtype: bf16 } }
seeds: 1..3
arms:
  - { name: base }
  - { name: prompt, prompt: { shots: 8, describe: true } }
  - name: lora
    lora: { rank: 16, alpha: 32, dropout: 0.05, targets: [ q, k, v, o, gate, up, down ] }
    train: { lr: 0.0001, epochs: 10, batch: 1, accumulate: 4 }
score: { decoding: greedy, batch: 16, repeats: 2 }
`);
  });
});

describe("what a plan hands to a job", () => {
  it("fits the job's specification as it is", () => {
    fc.assert(
      fc.property(trainable, train, (what, how) => {
        expect(trainJobSpec.shape.trainable.parse(what)).toEqual(what);
        expect(trainJobSpec.shape.train.parse(how)).toEqual(how);
      }),
    );
  });
});
